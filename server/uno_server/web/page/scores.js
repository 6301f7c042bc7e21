// Between two rounds and after the match: who won, what was left in the hands, and the score.
import { html } from "./lib.js";
import { label, state } from "./store.js";

/** @import { Game, View } from "./types.js" */

/** @param {{view: View, game: Game}} given */
export function Scores({ view, game }) {
  const ended = state.log.findLast((entry) => entry.what.event === "round_ended");
  const points = ended?.what.points ?? [];
  const rows = game.seats
    .map((seat, number) => ({ ...seat, number, name: view.seats[number]?.name ?? "" }))
    .filter((seat) => seat.playing)
    .sort((one, other) => other.score - one.score);
  return html`<div class="scores">
    <h2>${ended?.text ?? label("scores")}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">${label("player")}</th>
          <th scope="col">${label("left in hand")}</th>
          <th scope="col">${label("score")}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (seat) =>
            html`<tr key=${seat.number} class=${seat.number + 1 === game.winner ? "won" : ""}>
              <th scope="row">${seat.number + 1 === view.you ? label("you") : seat.name}</th>
              <td>${points[seat.number] ?? ""}</td>
              <td>${seat.score}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
