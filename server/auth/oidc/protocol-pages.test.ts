import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { relyingPartyWorld, type RelyingPartyWorld } from "@/server/testing/relying-party";

describe("what went wrong at the provider's own pages", () => {
  let rig: RelyingPartyWorld;
  beforeAll(async () => void (rig = await relyingPartyWorld("pglite")));
  afterAll(() => rig.close());

  const shown = async (path: string, language: string) => {
    const headers = { accept: "text/html,*/*;q=0.8", "accept-language": language };
    const answer = await fetch(`${rig.baseUrl}${path}`, { headers });
    return { status: answer.status, page: await answer.text() };
  };

  it.each([
    ["/authorize?client_id=nobody", "en", "This sign-in cannot go on", "try again"],
    ["/authorize?client_id=nobody", "de", "Diese Anmeldung kann nicht fortgesetzt werden", "noch einmal"],
    ["/end_session?client_id=nobody", "en", "This sign-out cannot go on", "You may still be signed in"],
    [
      "/end_session?id_token_hint=nothing",
      "de",
      "Diese Abmeldung kann nicht fortgesetzt werden",
      "Möglicherweise sind Sie noch angemeldet",
    ],
  ])("is said of what it was: %s in %s", async (path, language, title, advice) => {
    const { status, page } = await shown(path, language);
    expect(status).toBe(400);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain(advice);
  });
});
