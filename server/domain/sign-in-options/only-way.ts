import { z } from "zod";
import { query } from "@/server/kernel/operation";
import { offeredBy } from "../sign-in/offered";
import { peopleWithOnly } from "../sign-in/only-way";

export const countOnlyByPasskey = query({
  capability: "ManageSignInOptions",
  summary: "Count who could not sign in any more without passkeys",
  description:
    "Active people with a passkey who have nothing that another way to sign in asks for, to whichever app.",
  input: z.strictObject({}),
  output: z.object({ people: z.int() }),
  prepare: async ({ ports }) => ({
    world: { channels: ports.channels, clock: ports.clock },
    allowed: (await ports.settings()).allowedSignInOptions,
  }),
  run: async ({ tx }, _input, { world, allowed }) => {
    const offered = await offeredBy(tx, null, allowed, world);
    return { people: await peopleWithOnly(tx, { lost: "webauthn", offered }) };
  },
});
