import { expect } from "vitest";
import { sendTo } from "./hosts";
import type { TestServer } from "./server";

/** A custom domain whose operator is the attacker. */
const DOMAIN = "login-acme.evil.example";

/**
 * Creates the requests and look-ups of tests at a custom domain of the first seeded tenant. `server` returns the server
 * of the tests.
 */
export function foreignDomain(server: () => TestServer) {
  const acme = () => server().seed.tenants[0];
  const store = () => server().container.stores.tenant(acme().tenantId);
  const send = (...[input, init]: Parameters<ReturnType<typeof sendTo>>) => sendTo(server().url)(input, init);
  return {
    acme,
    store,
    send,
    /** Sets the domain as verified, and returns its origin. */
    takeDomain: async () => {
      await store().write((tx) =>
        tx.customDomains.put({
          domain: DOMAIN,
          verifyToken: "t",
          verifiedAt: new Date(),
          verifiedKey: DOMAIN,
        }),
      );
      return `http://${DOMAIN}:${new URL(server().url).port}`;
    },
    /** Posts a form and returns the query of the page that it redirects to. */
    post: async (at: string, path: string, form: Record<string, string>) => {
      const answer = await send(`${at}${path}`, {
        method: "POST",
        body: new URLSearchParams(form),
        headers: { origin: at },
      });
      expect(answer.status).toBe(303);
      return Object.fromEntries(new URL(answer.headers.get("location")!).searchParams);
    },
    /** Returns the link in the newest message to this address. */
    mailed: async (to: string) => {
      await server().container.auth.settled();
      const [row] = await server().database.sql<{ data_sealed: string }[]>`
        select data_sealed from messages where recipient = ${to} and data_sealed is not null order by id desc limit 1`;
      const { url } = JSON.parse(server().container.ports.vault.decrypt(row!.data_sealed)) as { url: string };
      return { url, token: new URL(url).searchParams.get("token")! };
    },
  };
}
