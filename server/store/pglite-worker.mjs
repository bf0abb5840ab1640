// The embedded database runs in its own thread. A slow query therefore does not block the event loop that serves requests. The
// thread serves the protocol of PostgreSQL on a socket. The application can therefore use the same driver and the same code for
// both databases. The file is plain JavaScript, because the worker starts from the file without a build.
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
// A cached plan would stay in use too long, because the only session lives as long as the server. Without autovacuum, the
// statistics are not updated when a table grows. Measured: a plan for empty tables joined 10,000 rows with 10,000 rows for
// minutes, and wrote gigabytes of temporary files.
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
