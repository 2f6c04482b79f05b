// The script of all pages without a board.

import {checkCommitment, commitBeforeCreating} from "./fair_shuffle.js";
import {setUpLobby} from "./lobby.js";
import {proveShuffle} from "./shuffle_proof.js";
import {setUpToolbar} from "./toolbar.js";

setUpToolbar();
setUpLobby();
commitBeforeCreating();
proveShuffle();
if (document.querySelector("[data-wait]")) checkCommitment();
