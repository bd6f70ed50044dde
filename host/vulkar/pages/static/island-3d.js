// The island as a landscape: three.js as NiceGUI brings it along, loaded at the first tap only.
//
// The ground is made here from the heights of spaces and channels, the drawn map lies on it. Pictures
// are painted when something moves, and not otherwise.

import { along, paced, play } from "./island-roll.js";
import { SHAPES } from "./seat-dom.js";

const GRID_MM = 5;
const REACH_MM = 75; // how far a point of the map lifts the ground around it
const SEA_MM = -7;
const SHORE = 0.00006; // weight of the sea's floor against that of the points
const TEXTURE_PX = 2048;

export class Solid {
  static async make(begun, board) {
    const three = await import(begun.three);
    const picture = new Image();
    picture.src = board.base.src;
    await picture.decode();
    return new Solid(three, begun, board, picture);
  }

  constructor({ THREE, OrbitControls }, begun, board, picture) {
    this.T = THREE;
    this.board = board;
    this.data = begun.board;
    this.open = false;
    [this.w, this.d] = this.data.size;
    this.root = document.createElement("div");
    this.root.className = "solid";
    this.root.hidden = true;
    this.renderer = new THREE.WebGLRenderer({ antialias: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", begun.words.solid);
    this.root.append(this.canvas);
    this.scene = new THREE.Scene();
    this.scene.background = new THREE.Color(board.night ? 0x05080c : 0xe8f4f8);
    this.camera = new THREE.PerspectiveCamera(38, this.w / this.d, 10, 5000);
    this.camera.position.set(0, 720, 900);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.target.set(0, 0, 25);
    this.controls.maxPolarAngle = 1.45;
    this.controls.minDistance = 150;
    this.controls.maxDistance = 1600;
    this.controls.addEventListener("change", () => this.paint());
    this.controls.listenToKeyEvents(this.canvas);
    this.controls.update();
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x6b6f55, 2.1));
    const sun = new THREE.DirectionalLight(0xfff2d8, 2.2);
    sun.position.set(-500, 900, 350);
    this.scene.add(sun);
    this.scene.add(this.ground(picture), this.sea(board.night));
    this.marble = new THREE.Mesh(new THREE.SphereGeometry(this.data.marble / 2 + 1, 24, 16), new THREE.MeshStandardMaterial({ color: 0xff5a1f, emissive: 0xb32400, roughness: 0.35 }));
    this.jewel = new THREE.Mesh(new THREE.OctahedronGeometry(9), new THREE.MeshStandardMaterial({ color: 0xe0115f, emissive: 0x40041a, roughness: 0.2 }));
    this.pawns = new THREE.Group();
    this.route = new THREE.Group();
    this.way = new THREE.Group();
    this.scene.add(this.jewel, this.pawns, this.route, this.way);
    new ResizeObserver(() => this.sized()).observe(this.root);
    this.row = board.row;
  }

  // x east, y up, z south, the middle of the board at the origin; map rows are [x, y, z].
  at([x, y, z]) {
    return new this.T.Vector3(x - this.w / 2, z, y - this.d / 2);
  }

  // --- the ground -------------------------------------------------------------------------------
  ground(picture) {
    const T = this.T;
    const [nx, ny] = [Math.round(this.w / GRID_MM), Math.round(this.d / GRID_MM)];
    const heights = this.heights(nx, ny);
    const shape = new T.PlaneGeometry(this.w, this.d, nx, ny);
    shape.rotateX(-Math.PI / 2);
    heights.forEach((z, k) => shape.attributes.position.setY(k, z));
    shape.computeVertexNormals();
    const canvas = document.createElement("canvas");
    canvas.width = TEXTURE_PX;
    canvas.height = Math.round((TEXTURE_PX * this.d) / this.w);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const texture = new T.CanvasTexture(canvas);
    texture.colorSpace = T.SRGBColorSpace;
    texture.anisotropy = this.renderer.capabilities.getMaxAnisotropy();
    return new T.Mesh(shape, new T.MeshStandardMaterial({ map: texture, roughness: 1 }));
  }

  // The sea of the picture goes on to the horizon.
  sea(night) {
    const T = this.T;
    const flat = new T.Mesh(new T.CircleGeometry(4000, 48), new T.MeshStandardMaterial({ color: night ? 0x0c2633 : 0xbfe0ec, roughness: 1 }));
    flat.rotation.x = -Math.PI / 2;
    flat.position.y = SEA_MM - 0.4;
    return flat;
  }

  // Of each point of the grid, row by row: the mean of the heights around it, the nearest most.
  heights(nx, ny) {
    const sum = new Float64Array((nx + 1) * (ny + 1));
    const weight = new Float64Array(sum.length);
    for (const [px, py, pz] of this.points()) {
      const [x0, x1] = [px - REACH_MM, px + REACH_MM].map((x) => Math.round((x / this.w) * nx));
      const [y0, y1] = [py - REACH_MM, py + REACH_MM].map((y) => Math.round((y / this.d) * ny));
      for (let j = Math.max(0, y0); j <= Math.min(ny, y1); j++) {
        for (let i = Math.max(0, x0); i <= Math.min(nx, x1); i++) {
          const far = ((i * this.w) / nx - px) ** 2 + ((j * this.d) / ny - py) ** 2;
          const near = 1 - far / REACH_MM ** 2;
          if (near <= 0) continue;
          const w = near ** 2 / (far + 40) ** 1.5;
          sum[j * (nx + 1) + i] += w * pz;
          weight[j * (nx + 1) + i] += w;
        }
      }
    }
    return Array.from(sum, (s, k) => (s + SEA_MM * SHORE) / (weight[k] + SHORE));
  }

  points() {
    const spaces = Object.values(this.data.spaces).flat();
    const links = this.data.links.map(([a, b]) => {
      const [p, q] = [this.data.spaces[a][0], this.data.spaces[b][0]];
      return p.map((v, k) => (v + q[k]) / 2);
    });
    return [...spaces, ...links, ...Object.values(this.data.routes).flat()];
  }

  // --- what stands on it ------------------------------------------------------------------------
  show(row) {
    const rolls = row.ball?.track && row.ball.key !== this.key && this.row && this.open;
    this.key = row.ball?.track ? row.ball.key : this.key;
    this.row = row;
    if (!this.open) return;
    this.stand(row.pieces);
    this.lit(row.ball?.on ? row.ball.route : null);
    if (rolls) this.roll(row.ball, () => {});
    else if (!row.ball?.on && !this.stop) this.way.clear();
    this.paint();
  }

  stand(pieces) {
    this.pawns.clear();
    for (const [piece, spot] of this.board.spots(pieces)) {
      const who = this.row.people.find((each) => each.seat === piece.seat);
      if (who) this.pawns.add(this.pawn(who, piece, this.at(spot)));
    }
    const { seat, space } = this.row.jewel;
    const held = this.board.spots(pieces).find(([piece]) => piece.seat === seat)?.[1];
    const spot = held ?? (space ? this.data.spaces[space]?.[0] : null);
    this.jewel.visible = Boolean(spot);
    if (spot) this.jewel.position.copy(this.at(spot)).y += held ? 62 : 12;
  }

  pawn(who, piece, at) {
    const T = this.T;
    const one = new T.Group();
    const paint = new T.MeshStandardMaterial({ color: who.colour, roughness: 0.5 });
    const body = new T.Mesh(new T.CylinderGeometry(4.5, 9, 24, 24), paint);
    body.position.y = 12;
    const head = new T.Mesh(new T.SphereGeometry(7.5, 20, 14), paint);
    head.position.y = 27;
    const upright = new T.Group();
    upright.add(body, head);
    if (piece.lying) upright.rotation.z = Math.PI / 2;
    if (piece.lying) upright.position.y = 7;
    const sign = new T.Sprite(new T.SpriteMaterial({ map: this.signOf(who), depthTest: false }));
    sign.scale.setScalar(who.turn ? 34 : 27);
    sign.position.y = piece.lying ? 30 : 50;
    one.add(upright, sign);
    one.position.copy(at);
    return one;
  }

  signOf(who) {
    this.signs ??= new Map();
    if (this.signs.has(who.seat)) return this.signs.get(who.seat);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 128;
    const pen = canvas.getContext("2d");
    pen.translate(64, 64);
    pen.scale(4.6, 4.6);
    const shape = new Path2D(SHAPES[who.shape] ?? SHAPES.circle);
    pen.lineWidth = 3;
    pen.strokeStyle = "#ffffff";
    pen.stroke(shape);
    pen.fillStyle = who.colour;
    pen.fill(shape);
    pen.fillStyle = who.ink;
    pen.font = "800 12px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(who.letter, 0, who.shape === "triangle" ? 3.5 : 0.5);
    const texture = new this.T.CanvasTexture(canvas);
    texture.colorSpace = this.T.SRGBColorSpace;
    this.signs.set(who.seat, texture);
    return texture;
  }

  // --- a fireball -------------------------------------------------------------------------------
  tube(rows, colour, radius) {
    const T = this.T;
    const line = rows.map((row) => this.at(row).add(new T.Vector3(0, 5, 0)));
    if (line.length < 2) return new T.Group();
    const shape = new T.TubeGeometry(new T.CatmullRomCurve3(line), Math.min(600, line.length * 4), radius, 6);
    return new T.Mesh(shape, new T.MeshBasicMaterial({ color: colour }));
  }

  lit(route) {
    if (this.lit_route === route) return;
    this.lit_route = route;
    this.route.clear();
    if (route) this.route.add(this.tube(this.data.routes[route], 0xff5a1f, 3));
  }

  // The whole way is here already; it is played by this browser's clock.
  roll(ball, done) {
    this.stop?.();
    const true_way = ball.track?.map(([ms, x, y, z]) => [ms, x, this.d - y, z]);
    const way = true_way ?? paced(this.data.routes[ball.route].map(([x, y, z]) => [x, y, z + this.data.marble / 2]));
    this.way.clear();
    this.way.add(this.marble);
    this.stop = play(
      way.at(-1)[0],
      (ms) => {
        this.marble.position.copy(this.at(along(way, ms)));
        this.paint();
      },
      () => {
        this.way.add(this.tube(way.map((row) => row.slice(1)), 0xffe27a, 1.4));
        this.stop = null;
        this.paint();
        done();
      },
    );
  }

  replay() {
    const { ball } = this.row;
    if (!ball) return;
    const pieces = Object.entries(ball.standing).map(([seat, space]) => ({ seat: Number(seat), space, lying: false }));
    if (pieces.length) this.stand(pieces);
    this.lit(ball.route);
    this.roll(ball, () => setTimeout(() => this.show(this.row), 3000));
  }

  // --- the picture ------------------------------------------------------------------------------
  toggle(open) {
    this.open = open;
    this.root.hidden = !open;
    if (!open) return this.stop?.();
    this.row = this.board.row;
    this.sized();
    this.show(this.row);
  }

  sized() {
    const [w, h] = [this.root.clientWidth, this.root.clientHeight];
    if (!w || !h) return;
    this.renderer.setSize(w, h);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.paint();
  }

  paint() {
    if (this.due || !this.open) return;
    this.due = requestAnimationFrame(() => {
      this.due = 0;
      this.renderer.render(this.scene, this.camera);
    });
  }
}
