// All that the page knows, in one value, and what changes it: the server's messages and the person's choices.
import { Connection } from "./connection.js";
import { action } from "./notation.js";
import { apply, chime, keepPassword, keepPerson, keepSettings, password, person, settings } from "./settings.js";

/** @import { Action } from "./notation.js" */
/** @import { Daily, Entry, Lobby, Section, View } from "./types.js" */

/**
 * @typedef {object} State
 * @property {"connecting" | "nowhere" | "name" | "lobby" | "table" | "out"} place
 * @property {boolean} online
 * @property {boolean} lost whether the last connection was closed, or could not be opened
 * @property {Record<string, string>} labels
 * @property {string} language
 * @property {boolean} asksPassword
 * @property {View | null} view
 * @property {Entry[]} log
 * @property {Record<string, string>} names of cards
 * @property {Lobby | null} lobby
 * @property {string} said the last refusal, notice or error, until the next move
 * @property {string[]} codes tables that may be meant, for a code that leads to none
 * @property {string} over why the visit ended; "" while it goes on
 * @property {string} selected the card's key in the hand
 * @property {boolean} armed whether the next play calls UNO
 * @property {Action | null} advised the action of the newest hint, until the next move; null if there is none
 * @property {Action[]} choice the actions among which color or seat is to be chosen; empty if none is
 * @property {string} dialog the open dialog; "" if none is
 * @property {Section[]} rules
 * @property {Daily | null} daily the page of the daily deal that was asked for
 * @property {string} record of the best try at the daily deal; "" until it was asked for
 * @property {string[]} presets the names of the sets of rules
 * @property {number} until when the turn clock plays, on the clock of `performance.now`; 0 if it does not
 */

/** @type {State} */
export const state = {
  place: "connecting",
  online: false,
  lost: false,
  labels: {},
  language: "",
  asksPassword: false,
  view: null,
  log: [],
  names: {},
  lobby: null,
  said: "",
  codes: [],
  over: "",
  selected: "",
  armed: false,
  advised: null,
  choice: [],
  dialog: "",
  rules: [],
  daily: null,
  record: "",
  presets: [],
  until: 0,
};

const LOG = 200;
const SAID = 8000; // milliseconds for which a refusal or a notice is shown
const path = location.pathname.split("/").filter(Boolean);

/** Whether this page shows the table to the whole room, without a hand. */
export const tv = path[1] === "tv";
/** The table's code in the address, which is gone to first; "" for the lobby. */
let wanted = path[0] ?? "";
/** Whether the server was asked if the code leads to a table. */
let looking = false;

/** @returns {string} the code of the table to which the address leads; "" for the lobby */
export function invited() {
  return wanted.toUpperCase();
}

/** What `ssh HOST link` showed: this phone then plays as the person who typed it. It works once. */
let ticket = "";
if (location.hash.startsWith("#link=")) {
  ticket = location.hash.slice(6);
  history.replaceState(null, "", location.pathname);
}

let draw = () => {};
let drawing = false;

/** @param {() => void} render called after each change */
export function start(render) {
  draw = render;
  /** @type {Record<string, string>} */
  const lost = JSON.parse(document.getElementById("page")?.dataset.lost ?? "{}");
  const language = (settings().language || navigator.language).slice(0, 2);
  state.labels = { lost: lost[language] ?? lost.en }; // all labels come with the connection
  apply();
  connection.open(settings().language);
}

/** @param {Partial<State>} changes */
export function change(changes) {
  Object.assign(state, changes);
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    draw();
  });
}

/**
 * The text of a button or heading in the person's language; `{name}` in it is filled in.
 * @param {string} key @param {Record<string, string | number>} [named] @returns {string}
 */
export function label(key, named = {}) {
  const text = state.labels[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(named[name] ?? whole));
}

/**
 * A count in words, such as "3 cards".
 * @param {string} key of the label without its plural form @param {number} count @returns {string}
 */
export function counted(key, count) {
  return label(`${key}.${count ? new Intl.PluralRules(state.language).select(count) : "zero"}`, { count });
}

/** @param {string} card @returns {string} */
export function cardName(card) {
  return state.names[card] ?? card;
}

const connection = new Connection(hear, (online) => change({ online, lost: !online }));

/** @param {import("./connection.js").Message} message */
export function send(message) {
  connection.send(message);
}

/** @type {Record<string, (message: any) => void>} */
const READERS = {
  hello(message) {
    document.documentElement.lang = message.language;
    change({ labels: message.labels, language: message.language, names: {}, log: [] });
    if (state.place === "connecting" || !message.name) enter(person().name, password());
  },
  found(message) {
    looking = false;
    show(`/${message.code}`);
    change({ place: "name", said: "", codes: [] });
  },
  entered(message) {
    if (!tv) keepPerson(message.name, message.resume, message.secret);
    ticket = "";
    change({ place: "out", asksPassword: false, said: "", over: "", presets: message.presets });
  },
  lobby(message) {
    if (tv) return change({ place: "out" }); // the room is shown one table, or why there is none
    wanted = "";
    show("/");
    change({ place: "lobby", lobby: message, view: null, choice: [], until: 0 });
  },
  view: (message) => seeTable(whole(message)),
  refused(message) {
    say(message.text);
  },
  notice(message) {
    if (!["resume", "opened"].includes(message.kind)) say(message.text);
    if (message.kind === "idle") for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, here, { once: true });
  },
  hint(message) {
    const { view } = state;
    if (!view || message.version !== view.version) return; // the table has gone on
    const advised = action(message.action ?? "");
    const key = keys(view.game?.hand ?? []).find((one) => advised.card && one.startsWith(`${advised.card}#`));
    clearTimeout(fading); // it stays until the next move
    change({ said: message.text, advised, selected: key ?? "", choice: [], armed: advised.uno });
  },
  explained(message) {
    change({ rules: message.sections });
  },
  daily(message) {
    change({ daily: message, record: "", dialog: "daily", said: "" });
  },
  record(message) {
    change({ record: message.text });
  },
  closed(message) {
    const passing = ["left", "kicked", "table_closed", "server_stopped"]; // a server that stops may start again
    if (!passing.includes(message.reason)) connection.stop();
    change({ place: "out", over: message.text, view: null, lobby: null, log: [], choice: [], dialog: "", until: 0 });
  },
  error(message) {
    if (message.error === "no_guest" || message.error === "no_link") {
      if (!ticket) keepPerson(person().name);
      ticket = "";
      change({ place: "name", said: message.error === "no_link" ? message.text : "" });
    } else if (message.error === "password") {
      keepPassword("");
      change({ place: "name", said: state.asksPassword ? message.text : "", asksPassword: true });
    } else if (message.error !== "wrong_place") {
      // a tap may come too late, for a table that has just ended
      const place = state.place !== "connecting" ? state.place : looking ? "nowhere" : "name";
      looking = false;
      change({ place, said: message.text, codes: message.codes ?? [] });
    }
  },
};

/** Tell the server that somebody is here. */
function here() {
  send({ type: "view" });
}

/** @type {number | undefined} */
let fading;

/** Show a sentence for a while. @param {string} text */
function say(text) {
  clearTimeout(fading);
  fading = setTimeout(() => change({ said: "" }), SAID);
  change({ said: text });
}

/** @param {import("./connection.js").Message} message */
function hear(message) {
  READERS[message.type]?.(message);
}

const SEAT = { sitter: "human", name: "", away: false, autopilot: false, host: false, level: "", team: null, plays_as: "" };
const STATE = { playing: true, called: false, owes_call: false, team: null };
const GAME = { color: null, drawn: null, winner: null, winning_team: null };
const ENTRY = { chat: 0, what: { event: "" }, text: "" };
const VIEW = { code: "", you: null, deadline: null, muted: [], all_muted: false, once: false, fills: false, text: "", names: {} };

/**
 * A view with the fields that the server leaves out because they have their usual values.
 * @param {any} lean @returns {View}
 */
function whole(lean) {
  const states = lean.game?.seats.map((/** @type {object} */ seat) => ({ ...STATE, ...seat }));
  const seats = lean.seats.map((/** @type {object} */ seat, /** @type {number} */ number) => {
    const { team } = states?.[number] ?? SEAT; // in the match, unless the seat has another one for the next
    return { ...SEAT, team, ...seat };
  });
  const log = lean.log.map((/** @type {object} */ entry) => ({ ...ENTRY, ...entry }));
  return { ...VIEW, ...lean, seats, log, game: lean.game ? { ...GAME, ...lean.game, seats: states } : null };
}

/**
 * Whether an entry of the log comes before another; a line of chat has the number of the entry that it follows.
 * @param {Entry} one @param {Entry} other
 */
function before(one, other) {
  return one.number < other.number || (one.number === other.number && one.chat < other.chat);
}

/** @param {View} view */
function seeTable(view) {
  const seen = state.view;
  const first = state.place !== "table" || seen?.code !== view.code;
  const [news] = view.log;
  const earlier = news && !first ? state.log.filter((entry) => before(entry, news)) : first ? [] : state.log;
  const mine = onTurn(view) && !(seen && onTurn(seen));
  wanted = view.code;
  if (!tv && view.code) show(`/${view.code}`);
  if (mine) chime();
  if (first && view.rights.includes("hurry")) send({ type: "pace", pace: "normal" }); // alone: bots at people's pace
  const moved = view.version !== seen?.version;
  change({
    place: "table",
    view,
    log: [...earlier, ...view.log].slice(-LOG),
    names: { ...state.names, ...view.names },
    lobby: null,
    over: "",
    until: view.deadline === null ? 0 : performance.now() + 1000 * view.deadline,
    ...(moved ? { said: "", advised: null, choice: [], armed: state.armed && !mine && !first, selected: kept(view) } : {}),
    ...(seen?.code !== view.code ? { dialog: "" } : {}), // what is open, or half typed, outlives a lost connection
  });
}

/**
 * The key of the card that stays selected in a new view: the one just drawn, or the same as before if it is there.
 * @param {View} view @returns {string}
 */
function kept(view) {
  const hand = keys(view.game?.hand ?? []);
  if (view.game?.drawn) return hand.findLast((key) => key.startsWith(`${view.game?.drawn}#`)) ?? "";
  return hand.includes(state.selected) ? state.selected : "";
}

/**
 * A key for each card of a hand; equal cards are counted, so that a card keeps its key while others are played.
 * @param {string[]} hand @returns {string[]}
 */
export function keys(hand) {
  /** @type {Record<string, number>} */
  const counts = {};
  return hand.map((card) => `${card}#${(counts[card] = (counts[card] ?? 0) + 1)}`);
}

/** @param {View} view */
export function onTurn(view) {
  return view.game !== null && view.you !== null && view.game.turn === view.you && view.game.winner === null;
}

/** @returns {Action[]} what this person may do now */
export function legal() {
  return (state.view?.game?.legal ?? []).map(action);
}

/** @param {string} place */
function show(place) {
  if (!tv && location.pathname !== place) history.replaceState(null, "", place);
}

/** @param {string} name @param {string} password the server's; "" if none was typed */
export function enter(name, password) {
  const { resume, secret } = person();
  keepPassword(password);
  if (tv) return send({ type: "enter", name: "TV", code: wanted, watch: true, password });
  if (ticket) return send({ type: "enter", ticket, code: wanted, password });
  if (secret) return send({ type: "enter", secret, code: wanted, password });
  if (!name.trim() || (!resume && state.place !== "name")) {
    if (wanted && state.place === "connecting") return lookFor(wanted);
    return change({ place: state.place === "nowhere" ? "nowhere" : "name" });
  }
  send({ type: "enter", name, resume, code: wanted, password });
}

/** Ask for a name if a code leads to a table, else say that it leads to none. @param {string} code */
export function lookFor(code) {
  wanted = code;
  looking = true;
  send({ type: "find", code });
}

/** Be somebody else from here on. */
export function forgetPerson() {
  keepPerson("");
  location.reload();
}

/** Come back after the visit has ended. */
export function again() {
  if (tv) return location.reload();
  change({ place: "connecting", over: "" });
  if (state.online) return send({ type: "join", code: wanted });
  connection.stopped = false;
  connection.open(settings().language);
}

/** @param {Partial<import("./settings.js").Settings>} changes */
export function set(changes) {
  keepSettings({ ...settings(), ...changes });
  if (changes.language !== undefined) {
    connection.language = changes.language;
    send({ type: "language", language: changes.language || state.language });
  }
  change({});
}

// Moves. The version says which view the person has chosen from.

/** @param {Action} chosen */
export function act(chosen) {
  send({ type: "act", action: chosen.text, version: state.view?.version ?? 0 });
  change({ choice: [], said: "", advised: null, armed: false });
}

/**
 * Do one of these actions; ask for the color or the seat first if they differ in it.
 * @param {Action[]} actions
 */
export function choose(actions) {
  const open = new Set(actions.map((one) => one.color)).size > 1 || new Set(actions.map((one) => one.seat)).size > 1;
  const { advised } = state;
  const hinted = advised !== null && actions.some((one) => one.text === advised.text);
  if (open) return change({ choice: actions, ...(hinted ? {} : { said: "", advised: null }) });
  const chosen = actions.find((one) => one.uno === state.armed) ?? actions[0];
  if (chosen) act(chosen);
}

/**
 * The ways to play the selected card.
 * @param {Action[]} actions @param {string} key @param {boolean} double
 */
export function plays(actions, key, double = false) {
  const card = key.split("#")[0];
  if (!card) return [];
  const found = actions.filter((one) => one.card === card && one.double === double);
  const inTurn = found.filter((one) => one.kind === "play");
  return inTurn.length ? inTurn : found;
}

/**
 * Select a card, or play it if it is selected.
 * @param {string} key
 */
export function tap(key) {
  if (state.selected !== key) return change({ selected: key, choice: [], said: "", advised: null });
  const ways = plays(legal(), key);
  if (ways.length) choose(ways);
  else change({ selected: "" });
}
