import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appSignIns } from "@/server/testing/sign-in";
import { EMAIL, page, signInScene } from "@/server/testing/sign-in-scene";
import { databaseKinds } from "@/server/testing/stores";
import { appPlace, type Place } from "./places";

const signs = { ip: "192.0.2.1", userAgent: null, requestId: null, deviceHash: "d".repeat(64) };

describe.each(databaseKinds)("a step beside the page's own passkey request, on %s", (kind) => {
  let scene: Awaited<ReturnType<typeof signInScene>>;
  beforeAll(async () => {
    scene = await signInScene(kind);
  });
  afterAll(() => scene.close());

  /** Returns a sign-in at which `other` runs once, after a step has read the flow and before the step saves the flow. */
  async function racing(other: string, fields: Record<string, string> = {}) {
    const { t, appId } = await scene.setting(["EmailOtp"]);
    const { engine } = appSignIns(scene.test);
    const place = appPlace(scene.test, {
      tenantId: t,
      app: { appId, name: "Portal", strong: false },
      baseUrl: null,
    });
    const key = `racing-${t}`;
    const run = (at: Place, name: string, form: Record<string, string> = {}) =>
      engine.submit(at, key, name, (field) => form[field] ?? "", signs);
    let isFirst = true;
    const save: Place["flows"]["save"] = async (flow) => {
      if (isFirst) {
        isFirst = false;
        await run(place, other, fields);
      }
      return place.flows.save(flow);
    };
    const raced = { ...place, flows: { ...place.flows, save } };
    return {
      step: (name: string, form?: Record<string, string>) => run(raced, name, form),
      flow: () => place.flows.open(key),
    };
  }

  it("keeps the typed address, and the passkey request", async () => {
    const { step, flow } = await racing("passkey-options");
    expect(await step("identify", { email: EMAIL })).toEqual(page());
    const { identifier, passkey } = await flow();
    expect(identifier).toBe(EMAIL);
    expect(passkey).not.toBeNull();
  });

  it("asks to try again if another step changed the flow", async () => {
    const { step, flow } = await racing("identify", { email: "other@acme.example" });
    expect(await step("identify", { email: EMAIL })).toEqual(page("again"));
    expect(await flow()).toMatchObject({ identifier: "other@acme.example" });
  });
});
