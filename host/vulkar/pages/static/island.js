// The large screen: joins what the server tells with the board, the panel, and the views at a button.

import { language } from "./net.js";
import { Board } from "./island-board.js";
import { Panel } from "./island-panel.js";
import { Shows } from "./island-shows.js";

let board;
let panel;
let begun;
let shows;
let solid = null; // the 3D view, once it was asked for
let camera = null;

vulkar.on("island-begin", (given) => {
  const host = document.querySelector("[data-island]");
  if (!host || begun) return;
  begun = given;
  document.documentElement.lang = language;
  board = new Board(given.board, given.pictures, given.words);
  panel = new Panel(given.words, { replay, solid: showSolid, camera: showCamera }, given.camera);
  host.replaceChildren(board.root, panel.root);
  shows = new Shows((colours) => board.cue(colours));
  board.onreplay = (on) => panel.replaying(on);
});

vulkar.on("island", (row) => {
  if (!begun) return;
  board.show(row);
  panel.show(row);
  solid?.show?.(row);
});

vulkar.on("show", (show) => shows?.play(show));

function replay() {
  if (solid?.open) solid.replay();
  else board.replay();
}

// Three.js is loaded at the first tap, and only then.
async function showSolid() {
  if (!solid) {
    solid = {};
    panel.busy(begun.words.solid_loading);
    try {
      const { Solid } = await import("./island-3d.js");
      solid = await Solid.make(begun, board);
      board.root.append(solid.root);
      panel.busy("");
    } catch (error) {
      console.error(error);
      solid = null;
      panel.busy(begun.words.solid_failed);
      return false;
    }
  }
  solid.toggle(!solid.open);
  board.root.classList.toggle("is-solid", solid.open);
  return solid.open;
}

async function showCamera() {
  if (!camera) {
    const { Camera } = await import("./island-camera.js");
    camera = new Camera(begun.words);
    panel.ball.after(camera.root);
  }
  camera.toggle(!camera.open);
  return camera.open;
}
