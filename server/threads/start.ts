import { Worker, type ResourceLimits } from "node:worker_threads";
import { scriptOf, type ThreadScript } from "./script";

/** Files by the name of their script. */
const files = new Map<string, Promise<string>>();

function fileOf(script: ThreadScript): Promise<string> {
  const known = files.get(script.name);
  if (known) return known;
  const file = scriptOf(script);
  files.set(script.name, file);
  file.catch(() => files.delete(script.name));
  return file;
}

/** Starts a thread. It does not keep the process running, and its output is discarded. */
export async function startThread(
  script: ThreadScript,
  resourceLimits: ResourceLimits,
  env: Record<string, string> = {},
): Promise<Worker> {
  const file = await fileOf(script);
  // Hides the worker from Next, which would bundle its script. The script is a separate program with its
  // own files.
  const worker = Reflect.construct(Worker, [
    file,
    {
      // React's development checks would take longer than all other work.
      env: { NODE_ENV: "production", ...env },
      resourceLimits,
      stdout: true,
      stderr: true,
    },
  ]);
  worker.unref();
  // Its output is discarded, so that it does not fill the memory.
  worker.stdout.resume();
  worker.stderr.resume();
  // An error ends only the thread. `exit` follows.
  worker.on("error", () => {});
  return worker;
}
