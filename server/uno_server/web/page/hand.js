// The hand and the buttons below it. A tap raises a card; a second tap, or the wide button, plays it.
import { CardFace } from "./card.js";
import { html, useEffect, useLayoutEffect, useRef } from "./lib.js";
import { isPartner } from "./seats.js";
import { act, cardName, change, choose, keys, label, legal, onTurn, plays, send, state, tap } from "./store.js";

/** @import { Action } from "./notation.js" */
/** @import { View } from "./types.js" */

/** The card, by its place in the hand, that has the focus, or had it before a button below; -1 if it is elsewhere. */
let focused = -1;

/** @param {FocusEvent} event */
function left(event) {
  if (event.relatedTarget instanceof Element && !event.relatedTarget.closest(".hand, .actions")) focused = -1;
}

/** @param {{view: View}} given */
export function Hand({ view }) {
  const hand = view.game?.hand ?? [];
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const actions = legal();
  useLayoutEffect(() => {
    // What had the focus is gone, a card or a button: a card in its place gets it, not the top of the page.
    if (focused < 0 || document.activeElement !== document.body) return;
    const buttons = list.current?.querySelectorAll("button") ?? [];
    buttons[Math.min(focused, buttons.length - 1)]?.focus();
  });
  if (!hand.length) return html`<div class=${view.game ? "hand" : ""}></div>`;
  return html`<ul
    class=${`hand${hand.length > 14 ? " many" : ""}`}
    ref=${list}
    aria-label=${label("hand")}
    onFocusIn=${(/** @type {FocusEvent} */ event) => (focused = place(list.current, event.target))}
    onFocusOut=${left}
    onKeyDown=${step}
  >
    ${keys(hand).map((key, number) => {
      const playable = plays(actions, key).length + plays(actions, key, true).length > 0;
      const chosen = key === state.selected;
      const name = cardName(hand[number]);
      return html`<li key=${key}>
        <button
          type="button"
          class=${`held${playable ? " up" : ""}${chosen ? " chosen" : ""}`}
          aria-label=${playable ? label("playable", { card: name }) : name}
          aria-pressed=${String(chosen)}
          onClick=${() => tap(key)}
        >
          <${CardFace} card=${hand[number]} dim=${!playable} />
        </button>
      </li>`;
    })}
  </ul>`;
}

/** @param {HTMLElement | null} list @param {EventTarget | null} target */
function place(list, target) {
  return [...(list?.querySelectorAll("button") ?? [])].indexOf(/** @type {HTMLButtonElement} */ (target));
}

/** The arrow keys go from card to card. @param {KeyboardEvent} event */
function step(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || !(event.currentTarget instanceof HTMLElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const next = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + by;
  buttons[(next + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

/** Each button has a key, so that the focus never stays on one that has become another. @param {{view: View}} given */
export function Actions({ view }) {
  const actions = legal();
  if (state.choice.length) return html`<${Choice} view=${view} actions=${state.choice} />`;
  const first = actions.filter((one) => one.kind === "color");
  if (first.length) return html`<${Choice} view=${view} actions=${first} />`;
  const card = state.selected.split("#")[0];
  const single = plays(actions, state.selected);
  const double = plays(actions, state.selected, true);
  const kinds = ["draw", "keep", "take", "challenge", "deal"];
  const { rights } = view;
  return html`<div class="actions" onFocusIn=${() => (focused = Math.max(focused, 0))} onFocusOut=${left}>
    ${
      single.length > 0 &&
      html`<button type="button" class="main" key="play" onClick=${() => choose(single)}>
        ${label(single[0].kind + (state.armed && single.some((one) => one.uno) ? " uno" : ""), { card: cardName(card) })}
      </button>`
    }
    ${
      double.length > 0 &&
      html`<button type="button" key="double" onClick=${() => choose(double)}>${label("double", { card: cardName(card) })}</button>`
    }
    ${actions
      .filter((one) => one.kind === "catch")
      .map(
        (one) =>
          html`<button
            type="button"
            class=${isPartner(view, one.seat - 1) ? "quiet" : "alarm"}
            key=${one.text}
            onClick=${() => act(one)}
          >
            ${label("catch", { name: view.seats[one.seat - 1].name })}
          </button>`,
      )}
    ${actions
      .filter((one) => one.kind === "uno")
      .map((one) => html`<button type="button" class="uno" key="uno" onClick=${() => act(one)}>${label("uno")}</button>`)}
    ${
      actions.some((one) => one.uno) &&
      html`<button
        type="button"
        class="uno"
        key="arm"
        aria-pressed=${String(state.armed)}
        onClick=${() => change({ armed: !state.armed })}
      >
        ${label("arm")}
      </button>`
    }
    ${actions
      .filter((one) => kinds.includes(one.kind))
      .map((one) => html`<button type="button" key=${one.kind} onClick=${() => act(one)}>${label(one.kind)}</button>`)}
    ${rights.includes("start") && html`<${Ask} type="start" key="start" style="main" />`}
    ${rights.includes("rematch") && html`<${Ask} type="rematch" key="rematch" style="main" />`}
    ${view.once && view.stage === "over" && html`<${Ask} type="leave" key="leave" says="daily.result" style="main" />`}
    ${rights.includes("hurry") && !actions.length && html`<${Ask} type="hurry" key="hurry" />`}
    ${onTurn(view) && actions.length > 1 && !view.once && html`<${Ask} type="hint" key="hint" style="quiet" />`}
  </div>`;
}

/** A button for a request without further words. @param {{type: string, says?: string, style?: string}} given */
function Ask({ type, says = type, style = "" }) {
  return html`<button type="button" class=${style} onClick=${() => send({ type })}>
    ${label(says)}
  </button>`;
}

/** The question for a color or a player. @param {{view: View, actions: Action[]}} given */
function Choice({ view, actions }) {
  const colors = [...new Set(actions.map((one) => one.color))];
  const seats = [...new Set(actions.map((one) => one.seat))];
  const byColor = colors.length > 1 || !actions[0].seat;
  const advised = actions.find((one) => one.text === state.advised?.text);
  const group = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!document.activeElement?.closest(".hand, .actions")) return;
    const buttons = [...(group.current?.querySelectorAll("button") ?? [])];
    (buttons.find((one) => one.ariaCurrent) ?? buttons[0])?.focus();
  }, [byColor]);
  return html`<div
    class="actions"
    role="group"
    ref=${group}
    aria-label=${label(byColor ? "which color" : "which player")}
    onFocusIn=${() => (focused = Math.max(focused, 0))}
    onFocusOut=${left}
  >
    <p class="question">${label(byColor ? "which color" : "which player")}</p>
    ${
      byColor
        ? colors.map(
            (color) =>
              html`<button
                type="button"
                class=${`c-${color}${color === advised?.color ? " advised" : ""}`}
                aria-current=${color === advised?.color ? "true" : null}
                key=${color}
                onClick=${() => choose(actions.filter((one) => one.color === color))}
              >
                <span aria-hidden="true">${color}</span> ${label(`color.${color}`)}
              </button>`,
          )
        : seats.map(
            (seat) =>
              html`<button
                type="button"
                class=${`named${seat === advised?.seat ? " advised" : ""}`}
                aria-current=${seat === advised?.seat ? "true" : null}
                key=${seat}
                onClick=${() => choose(actions.filter((one) => one.seat === seat))}
              >
                ${view.seats[seat - 1].name}
              </button>`,
          )
    }
    ${
      state.choice.length > 0 &&
      html`<button type="button" class="quiet" onClick=${() => change({ choice: [] })}>${label("back")}</button>`
    }
  </div>`;
}
