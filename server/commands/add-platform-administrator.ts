import { randomBytes } from "node:crypto";
import { readConfig } from "../edge/config";
import { buildContainer } from "../container";
import { systemSubject } from "../kernel/operation/actor";
import { platformAdministratorCapabilities } from "../kernel/capabilities";
import { createPlatformAdministrator } from "../platform/administrators";

const usage = `usage: node dist/commands/add-platform-administrator.js <e-mail address> <name>
  The password is made and shown once, or read from the standard input with --password-stdin.`;

/** Adds a platform administrator, for example the first one of an installation without a seed. */
async function main() {
  const [email, name] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  if (!email || !name) throw new Error(usage);
  const given = process.argv.includes("--password-stdin");
  const password = given ? (await readInput()).replace(/\r?\n$/, "") : randomBytes(18).toString("base64url");
  const container = await buildContainer(
    { ...readConfig(), SEED: "none", LOG_LEVEL: "error" },
    { workers: false },
  );
  try {
    await container.execute(
      {
        scope: "platform",
        channel: "system",
        subject: systemSubject("Command line"),
        capabilities: platformAdministratorCapabilities,
        request: { ip: null, requestId: null },
      },
      createPlatformAdministrator,
      { email, name, password },
    );
  } finally {
    await container.close();
  }
  console.log(
    `${email} can sign in at ${container.config.BASE_URL}/sign-in${given ? "." : ` with the password ${password}`}`,
  );
}

async function readInput() {
  let text = "";
  for await (const chunk of process.stdin) text += String(chunk);
  return text;
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(1);
});
