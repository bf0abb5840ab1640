import { expect } from "vitest";
import type { TestServer } from "./server";

interface Message {
  template: string;
  data_sealed: string;
}

/** Creates the requests and look-ups of tests of links in mails. `server` returns the server of the tests. */
export function mailLinks(server: () => TestServer) {
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(server().url + path, {
      method: "POST",
      body: new URLSearchParams(form),
      redirect: "manual",
      headers,
    });
  return {
    emailLinks: () => server().container.auth.main.emailLinks,
    post,
    /** Returns the query of the page to which the form redirects. */
    answer: async (path: string, form: Record<string, string>) => {
      const response = await post(path, form);
      expect(response.status).toBe(303);
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      return Object.fromEntries(new URL(response.headers.get("location")!).searchParams);
    },
    /** Returns the newest message to this address, with its token. */
    mail: async (to: string) => {
      await server().container.auth.settled();
      const [row] = await server().database.sql<Message[]>`
        select template, data_sealed from messages where recipient = ${to} and data_sealed is not null
        order by id desc limit 1`;
      if (!row) return null;
      const { url } = JSON.parse(server().container.ports.vault.decrypt(row.data_sealed)) as { url: string };
      return { template: row.template, url, token: new URL(url).searchParams.get("token")! };
    },
    tenant: (index: 0 | 1 = 0) => server().seed.tenants[index],
  };
}
