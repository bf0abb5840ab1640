import { returnPath, signInAddress } from "@/app/return-path";
import { deviceCookie } from "@/server/auth/browser/device-cookie";
import { typedAddress } from "@/server/auth/browser/typed-address";
import { check, type Target } from "./target";

const ORIGIN = "https://castellan.example";

/** Cookie headers and return paths of untrusted clients. */
export const target: Target = {
  words: [
    "castellan_device=",
    "castellan_typed=",
    "castellan_sign_in=",
    "__Host-",
    "; ",
    "=",
    "%00",
    "%0d%0a",
    "%F0%9F",
    "%E0%A4%A",
    "a".repeat(43),
    "/",
    "//",
    "/\\",
    "/%09/",
    "/acme",
    "@evil.example",
    "https://evil.example",
    "?",
    "#",
    "..",
    "/.",
  ],
  run: (input) => {
    for (const secure of [false, true])
      check(/^[\w-]{43}$/.test(deviceCookie(input, secure)), "a device is known by 43 characters");
    const typed = typedAddress(input);
    check(typed === null || typed.length <= 400, "a typed address is short");
    for (const path of [returnPath(input), signInAddress(input)]) {
      if (path === null) continue;
      const { origin, username } = new URL(path, ORIGIN);
      check(
        origin === ORIGIN && username === "" && path.startsWith("/"),
        `${JSON.stringify(path)} is a path of this origin`,
      );
    }
  },
};
