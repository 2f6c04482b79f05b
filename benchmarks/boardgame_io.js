// The peer of `benchmarks/table.py`: boardgame.io's own server (storage in memory), and clients that speak its protocol.
//
//   mkdir /tmp/peer && cd /tmp/peer && npm install boardgame.io@0.50.2
//   NODE_PATH=/tmp/peer/node_modules node benchmarks/boardgame_io.js server 9100
//   NODE_PATH=/tmp/peer/node_modules node benchmarks/boardgame_io.js clients 9100 16 10
//
// boardgame.io's own clients also run the game. These do not, so that they are not the bottleneck. A table
// acts again as soon as all four of its seats have received the new state. The result is one line of JSON.

const game = {
  name: "mini",
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({
    cells: Array(24).fill(null),
    hands: [0, 1, 2, 3].map((seat) => ({coins: 5, furs: [1, 2, 3, 4, 5, 6], cards: [seat, seat + 4, seat + 8]})),
  }),
  turn: {minMoves: 1, maxMoves: 1},
  moves: {
    take: ({G, ctx}, cell) => {
      G.cells[cell] = ctx.currentPlayer;
      const hand = G.hands[ctx.currentPlayer];
      hand.coins += 1;
      hand.furs.push(hand.furs.shift());
    },
  },
};

function serve(port) {
  const {Server} = require("boardgame.io/server");
  const server = Server({games: [game], origins: ["*"]});
  server.run({port, callback: () => console.log("ready")});
}

async function play(port, tables, seconds) {
  const {io} = require("socket.io-client");
  const address = `http://127.0.0.1:${port}`;
  let end = 0;
  let actions = 0;
  let pushes = 0;
  const delays = [];

  async function connectTable(n) {
    const matchID = `table-${n}`; // created by the first sync request
    const sockets = [];
    const table = {onState: () => {}};
    for (let seat = 0; seat < 4; seat++) {
      const socket = io(`${address}/mini`, {transports: ["websocket"], forceNew: true});
      sockets.push(socket);
      await new Promise((done) => socket.once("connect", done));
      const synced = new Promise((done) => socket.once("sync", done));
      socket.emit("sync", matchID, String(seat), undefined, 4);
      await synced;
      socket.on("update", (id, state) => {
        pushes++;
        table.onState(state);
      });
    }
    return {matchID, sockets, table};
  }

  async function playTable({matchID, sockets, table}) {
    let stateID = 0;
    let turn = 0;
    while (Date.now() < end) {
      const seat = turn++ % 4;
      const start = process.hrtime.bigint();
      await new Promise((done) => {
        let left = 4;
        table.onState = (state) => {
          stateID = state._stateID;
          if (--left === 0) done();
        };
        const payload = {type: "take", args: [turn % 24], playerID: String(seat)};
        sockets[seat].emit("update", {type: "MAKE_MOVE", payload}, stateID, matchID, String(seat));
      });
      delays.push(Number(process.hrtime.bigint() - start) / 1e6);
      actions++;
    }
    sockets.forEach((socket) => socket.close());
  }

  const ready = await Promise.all(Array.from({length: tables}, (_, n) => connectTable(n)));
  const start = Date.now();
  end = start + seconds * 1000;
  await Promise.all(ready.map(playTable));
  const took = (Date.now() - start) / 1000;
  delays.sort((a, b) => a - b);
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))];
  console.log(
    JSON.stringify({
      actions,
      actions_per_second: actions / took,
      pushes_per_second: pushes / took,
      p50_ms: at(0.5),
      p99_ms: at(0.99),
    }),
  );
}

const [what, port, tables, seconds] = process.argv.slice(2);
if (what === "server") serve(Number(port));
else play(Number(port), Number(tables), Number(seconds)).then(() => process.exit(0));
