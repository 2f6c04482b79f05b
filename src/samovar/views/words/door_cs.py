"""What stands at the door of a table before the game begins, in Czech."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str]] = {
    "door.waiting": "Hra začne, jakmile budou všechna místa obsazená.",
    "door.look": "Podívat se, jestli už začala",
    "door.watch": "Kdo má tuto adresu, může se dívat a posadit se na volné místo:",
    "door.commit": "Server už je vázán svým tajným semínkem; jeho otisk:",
    "door.salt": "Vaše vlastní náhoda",
    "door.salt.help": "Libovolná písmena bez diakritiky a číslice. Míchá se semínkem serveru i tímto, takže "
    "nikdo nemohl určit, jak karty padnou.",
    "door.sit": "Posadit se",
    "door.empty": "Místo {n} je volné.",
    "door.link": "Nový odkaz na toto místo",
    "door.bot": "Dát ho botovi",
    "door.copy": "Kopírovat",
    "door.back": "Zpět",
    "door.no_table": "Takový stůl tu není.",
    "door.no_page": "Taková stránka tu není.",
    "door.wrong_link": "Tento odkaz už neplatí.",
    "door.not_yours": "To patří někomu jinému.",
    "door.watcher": "divák",
    "door.no_rules": "Text pravidel tu není nainstalovaný.",
    "door.muted": "Zakladatel tohoto stolu ti nedovolil psát.",
    # správa stolu
    "manage.title": "Stůl hry {game}",
    "manage.host_only": "Něco tu změnit může jen ten, kdo stůl založil.",
    "manage.seats.help": "Nový odkaz připraví o místo toho, kdo měl starý; hra pokračuje tam, kde je.",
    "manage.change": "Změnit",
    "manage.remove": "Odstranit",
    "manage.mute": "Umlčet",
    "manage.unmute": "Nechat zase psát",
    "manage.who_talks": "Kdo smí psát",
    "manage.watchers": "diváci",
    "manage.delete": "Smazat stůl",
    "manage.delete.help": "Hra, její deník a vše, co u ní kdo napsal, se smaže všem, kdo tu sedí. Nelze to "
    "vzít zpět.",
    "manage.sure": "Ano, vím to jistě.",
    # důkaz zamíchání
    "proof.title": "Zamíchání hry {game}",
    "proof.chosen": "Kdo stůl založil, zvolil semínko {seed}: všechno losování se dalo znát předem a není co "
    "dokazovat.",
    "proof.brought": "Tato hra byla přinesena odjinud: odjinud je i její losování.",
    "proof.promise": "Než si kdo sedl, zavázal se server k tajnému semínku jeho otiskem:",
    "proof.salts": "Potom ti, kdo si sedli, přidali:",
    "proof.nothing": "nic",
    "proof.seed": "Semínko:",
    "proof.later": "ukáže se, až hra skončí.",
    "proof.shows": "Server jím byl vázán dřív, než hráči přidali svou náhodu: nikdo si nemohl vybrat, "
    "co se vylosuje.",
    "proof.alone": "Žádný hráč nepřidal svou náhodu: dokládá to, že se od začátku hry nic nezměnilo, "
    "ne to, že server vzal první semínko, které vylosoval.",
    "proof.checked": "Co bylo ověřeno",
    "proof.draws": "Server sehrál hru znovu: ze semínka a z toho, co bylo přidáno, plyne celé losování této "
    "hry ({n|draw} po sobě).",
    "proof.here.right": "Tvůj prohlížeč semínko přepočítal: je to to, které bylo slíbeno.",
    "proof.here.wrong": "Tvůj prohlížeč semínko přepočítal: NENÍ to to, které bylo slíbeno.",
    "proof.yourself": "Všechno se dá ověřit i bez serveru: ulož si záznam a spusť:",
    "noun.draw": "tah|tah|tahy|tahů",
    # co server ví
    "data.title": "Tvoje údaje",
    "data.about": "Server pozná tvůj prohlížeč podle cookie. Uchovává: tvá místa ({n|table}), jak se tam "
    "jmenuješ, tvé tahy a co píšeš ({m|remark}). Neuchovává žádnou adresu ani účet a nic nikomu nepředává.",
    "data.export": "Uložit vše do souboru",
    "data.forget": "Smazat tvoje údaje",
    "data.forget.help": "Smažou se tvá místa, tvé zprávy a cookies a každý stůl, u kterého nemá místo nikdo "
    "jiný. Deník her, které hráli i jiní, zůstane, i s tvými tahy a jménem, které v něm máš. Nelze to vzít "
    "zpět.",
    "noun.table": "stůl|stůl|stoly|stolů",
    "noun.remark": "zpráva|zprávu|zprávy|zpráv",
}
