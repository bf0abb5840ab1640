import { csrfToken } from "@/app/csrf-token";

/** Ends the console session and leaves for the sign-in page. */
export async function signOut() {
  const body = new URLSearchParams({ csrfToken: await csrfToken(), callbackUrl: "/sign-in", json: "true" });
  await fetch("/api/auth/signout", { method: "POST", body });
  // A load of its own, not a change of page: nothing that this page knew must stay in memory.
  window.location.replace(new URL("/sign-in", window.location.origin));
}
