// The page as a whole: which of its parts is shown.
import { Dialog } from "./dialogs.js";
import { html, render } from "./lib.js";
import { LobbyPage, NamePage, NowherePage, Refusal } from "./lobby.js";
import { again, label, onTurn, start, state } from "./store.js";
import { Table } from "./table.js";

function Page() {
  return html`<${Place} /><${Dialog} />
    ${state.lost && !state.over && html`<p class="lost" role="alert">${label("lost")}</p>`}`;
}

function Place() {
  const { place, view, lobby, over, said } = state;
  if (place === "name") return html`<${NamePage} />`;
  if (place === "nowhere") return html`<${NowherePage} />`;
  if (place === "table" && view) return html`<${Table} view=${view} />`;
  if (place === "lobby" && lobby) return html`<${LobbyPage} lobby=${lobby} />`;
  return html`<main class="welcome">
    <h1>UNO</h1>
    ${place === "connecting" && html`<p role="status">…</p>`} ${over && html`<p role="status">${over}</p>`}
    ${said && html`<p class="refusal" role="alert"><${Refusal} /></p>`}
    ${(over || said) && html`<button type="button" class="main" onClick=${again}>${label("again")}</button>`}
  </main>`;
}

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
start(() => {
  const { view } = state;
  document.title = `${view && onTurn(view) ? "» " : ""}UNO${view?.code ? ` ${view.code}` : ""}`;
  render(html`<${Page} />`, page);
});
