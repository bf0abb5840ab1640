import type { Scene } from "./scene";

/** Requests of a stranger to the provider, and the rows that they cause. */
export function anonymousRequests(scene: Scene) {
  const rows = async (model: string) => {
    const { sql } = scene.world.database;
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from oidc_payloads where model = ${model}`;
    return row!.count;
  };
  const from = (ip: string) => scene.requestsTo(scene.auth, ip);
  const get = (path: string, ip: string) => from(ip).send(new Request(scene.baseUrl + path));
  const post = (path: string, form: Record<string, string>, ip: string) => from(ip).post(path, form);
  /** Sends `count` requests, several at a time. */
  async function many(count: number, send: (index: number) => Promise<unknown>) {
    for (let sent = 0; sent < count; sent += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => send(sent + index)));
  }
  return { rows, get, post, many };
}
