import * as z from "zod";
import { query } from "@/server/kernel/operation/operation";
import { Id } from "@/server/kernel/fields";
import { peopleWithOnly } from "../sign-in/lockout-check";
import { offeredMethods } from "./offered-methods";
import { getTheApp } from "../apps/apps";
import { requireInstalled } from "../connectors/connectors";

export const countOnlyByPasskey = query({
  name: "countOnlyByPasskey",
  console: "policies.onlyByPasskey",
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

export const countOnlyByConnector = query({
  name: "countOnlyByConnector",
  console: "connectors.onlyWay",
  capability: "ManageConnectors",
  summary: "Count users who can sign in to an app only by one connector",
  description: "Counts active users who may open the app and cannot use any other method that it offers.",
  input: z.strictObject({ appId: Id, name: z.string().max(100) }),
  output: z.object({ people: z.int() }),
  prepare: async ({ ports, now }) => ({
    channels: ports.channels,
    now,
    allowed: (await ports.settings()).allowedSignInOptions,
  }),
  run: async ({ tx }, { appId, name }, open) => {
    await getTheApp(tx, appId);
    const lost = requireInstalled(name);
    const offered = await offeredMethods(tx, appId, open);
    return { people: await peopleWithOnly(tx, { lost, offered, appId }) };
  },
});
