// The embedded database runs in its own thread, so that a slow query does not block the event loop that
// serves requests. It serves PostgreSQL's protocol on a socket, so that the server has one driver and one
// code path. Plain JavaScript, because a worker starts from its file and needs no build.
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
// The only session ends with the server, and no autovacuum updates statistics when a table grows. A
// plan that was cached for empty tables joined 10,000 rows with 10,000 for minutes, with gigabytes of
// temporary files.
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
