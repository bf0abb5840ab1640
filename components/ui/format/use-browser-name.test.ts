import { expect, it } from "vitest";
import { browserOf } from "./use-browser-name";

it.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    { browser: "Firefox", system: "Linux" },
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    { browser: "Edge", system: "Windows" },
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
    { browser: "Safari", system: "macOS" },
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
    { browser: "Chrome", system: "Android" },
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36",
    { browser: "Chrome", system: "Linux" },
  ],
  ["Mozilla/5.0 (X11; Linux x86_64) Something/1.0 and more", { browser: null, system: "Linux" }],
  ["curl/8.5.0", { browser: "curl", system: null }],
  ["anything (that) somebody writes", { browser: null, system: null }],
])("recognizes %s", (userAgent, known) => expect(browserOf(userAgent)).toEqual(known));
