// The embedded database, in a thread of its own: a slow query must not hold up the event loop that serves requests.
// It speaks PostgreSQL's protocol on a socket, so that the rest of the server has one driver and one code path.
// Plain JavaScript, because a worker is started from its file and this one must not need a build.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

const { dataDir, socketPath, maxConnections, snapshot } = workerData;

const db = await PGlite.create({
  dataDir,
  extensions: { pg_trgm, btree_gin },
  relaxedDurability: false,
  ...(snapshot && { loadDataDir: new Blob([snapshot]) }),
});
// Its one session lives as long as the server, and nothing tells it that a table has grown (there is no autovacuum): a plan that
// was kept from when tables were empty joined ten thousand rows with ten thousand, for minutes, on gigabytes of temporary files.
await db.exec("set plan_cache_mode = force_custom_plan");
const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections });
await server.start();

parentPort.on("message", async (message) => {
  if (message === "close") {
    await server.stop();
    await db.close();
    parentPort.postMessage("closed");
    parentPort.close();
  } else if (message === "snapshot") {
    const dump = await db.dumpDataDir("none");
    parentPort.postMessage({ snapshot: Buffer.from(await dump.arrayBuffer()) });
  }
});
parentPort.postMessage("ready");
