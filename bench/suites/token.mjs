// Issues tokens to machines.
import { say, seconds } from "../lib/report.mjs";
import { accessToken, freshDatabase, startServer } from "../lib/server.mjs";

export async function token() {
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const { credential } = server.seed.tenants[0];
  const started = performance.now();
  let issued = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() - started < seconds * 1_000) {
        await accessToken(server.url, credential);
        issued++;
      }
    }),
  );
  say(
    `\nPOST /token (client_credentials): ${Math.round((issued * 1_000) / (performance.now() - started))}/s, 16 clients, load on the other core`,
  );
  await server.stop();
  await database.drop();
}
