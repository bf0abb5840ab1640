import * as z from "zod";
import { query } from "@/server/kernel/operation/operation";
import { peopleWithOnly } from "../sign-in/lockout-check";
import { offeredMethods } from "./offered-methods";

export const countOnlyByPasskey = query({
  name: "countOnlyByPasskey",
  capability: "ManageSignInOptions",
  summary: "Count users who can sign in only with passkeys",
  description: "Counts active users with a passkey who cannot use any other sign-in method, in any app.",
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
