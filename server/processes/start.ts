import { fork, type ChildProcess } from "node:child_process";
import { scriptOf, type Script } from "./script";

/** Files by the name of their script. */
const files = new Map<string, Promise<string>>();

function fileOf(script: Script): Promise<string> {
  const known = files.get(script.name);
  if (known) return known;
  const file = scriptOf(script);
  files.set(script.name, file);
  file.catch(() => files.delete(script.name));
  return file;
}

/**
 * Starts a process that answers jobs (jobs.ts). It does not keep this process running, has none of its environment, and its
 * output is discarded. It ends if its JavaScript objects take more memory than `memoryMb`.
 */
export async function startProcess(script: Script, memoryMb: number): Promise<ChildProcess> {
  const file = await fileOf(script);
  // Hides the call from Next, which would bundle the script. The script is a separate program with its own files.
  const child = Reflect.apply(fork, null, [
    file,
    [],
    {
      // React's development checks would take longer than all other work.
      env: { NODE_ENV: "production" },
      // A small young generation saves memory.
      execArgv: [`--max-old-space-size=${memoryMb}`, "--max-semi-space-size=16"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    },
  ]);
  child.unref();
  child.channel?.unref();
  // An error ends only the process. `exit` follows.
  child.on("error", () => {});
  return child;
}

/** Ends a process at once. */
export const endProcess = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
