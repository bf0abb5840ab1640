import { startOwnServer, type OwnServer } from "./own-server";

/** Starts Next alone, without server/main.ts. This is the other mount of the interfaces. */
export const startNext = (): Promise<OwnServer> =>
  startOwnServer((port) => ["node_modules/next/dist/bin/next", "start", "-p", String(port)]);
