// Searches users among a million.
import postgres from "postgres";
import { latencies, say, scale, shown } from "../lib/report.mjs";
import { addUsers } from "../lib/rows.mjs";
import { accessToken, freshDatabase, startServer } from "../lib/server.mjs";

export async function search() {
  const count = 1_000_000 / scale;
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const tenant = server.seed.tenants[0];
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await addUsers(sql, tenant.tenantId, count);
  const bearer = await accessToken(server.url, tenant.credential);
  say(`\nUser search over ${count} users in one tenant, through GET /users?search=`);
  const terms = {
    "one person's address": ["user123456@", "user999999@", "user500001@"],
    "rare (some hundred)": ["4a7f", "c0de", "beef"],
    "common (one in twenty)": ["okafor", "ferrari", "ada"],
    "common to all": ["example", "user", "@"],
    nobody: ["xyzzyq", "user0@", "qqqq"],
    "two characters": ["öö", "q1", "f7", "zq", "da"],
    "one character": ["x", "é", "~"],
    "punctuation only": ["%", "_", ".e", "@."],
  };
  for (const [name, list] of Object.entries(terms)) {
    const paths = list.map((term) => `/api/v1/users?search=${encodeURIComponent(term)}`);
    await latencies(paths, server.url, bearer, 2);
    say(`  ${name.padEnd(26)} ${shown(await latencies(paths, server.url, bearer, 30))}`);
  }
  const all = Object.values(terms)
    .flat()
    .map((term) => `/api/v1/users?search=${encodeURIComponent(term)}`);
  say(`  ${"all of these".padEnd(26)} ${shown(await latencies(all, server.url, bearer, 20))}`);
  await sql.end();
  await server.stop();
  await database.drop();
}
