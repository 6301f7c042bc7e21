// Preact and htm under one name, so that no other module depends on where they lie.
import { h, render } from "./vendor/preact.js";
import htm from "./vendor/htm.js";

export { render };
export { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";

/** @typedef {import("preact").ComponentChildren} Children */

/** Elements from a template: `<p class="x">${text}</p>`. Text in it is never markup. */
export const html = htm.bind(h);
