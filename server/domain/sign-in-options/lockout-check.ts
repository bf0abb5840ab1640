import * as z from "zod";
import { query } from "@/server/kernel/operation";
import { peopleWithOnly } from "../sign-in/lockout-check";
import { offeredMethods } from "./offered-methods";

export const countOnlyByPasskey = query({
  name: "countOnlyByPasskey",
  capability: "ManageSignInOptions",
  summary: "Count who could not sign in any more without passkeys",
  description:
    "Active people with a passkey who have nothing that another way to sign in asks for, to whichever app.",
  input: z.strictObject({}),
  output: z.object({ people: z.int() }),
  prepare: async ({ ports, now }) => ({
    channels: ports.channels,
    now,
    allowed: (await ports.settings()).allowedSignInOptions,
  }),
  run: async ({ tx }, _input, open) => {
    const offered = await offeredMethods(tx, null, open);
    return { people: await peopleWithOnly(tx, { lost: "webauthn", offered }) };
  },
});
