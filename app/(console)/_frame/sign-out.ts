import { csrfToken } from "@/app/csrf-token";

/** Ends the console session and opens the sign-in page. */
export async function signOut() {
  const body = new URLSearchParams({ csrfToken: await csrfToken(), callbackUrl: "/sign-in", json: "true" });
  await fetch("/api/auth/signout", { method: "POST", body });
  // A full load instead of a client navigation, so that no data of this page stays in memory.
  window.location.replace(new URL("/sign-in", window.location.origin));
}
