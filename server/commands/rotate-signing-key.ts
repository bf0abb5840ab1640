import { readConfig } from "../edge/config";
import { buildContainer } from "../container";
import { platformAdministratorCapabilities } from "../kernel/capabilities";
import { systemSubject } from "../kernel/operation/actor";
import { signingAlgorithms } from "../kernel/signing-keys";
import { revokeSigningKey, rotateSigningKey } from "../platform/signing-keys";

const usage = `usage: node dist/commands/rotate-signing-key.js [algorithm …] [--now]
       node dist/commands/rotate-signing-key.js --revoke <key id>
  Algorithms: ${signingAlgorithms.join(", ")}; all of them if none is named.
  The new key is published at once and signs a day later; with --now it signs within a second.
  --revoke ends a compromised key and every token that it signed.`;

/** Creates new signing keys for tokens, or revokes one. Running servers apply it within a second. */
async function main() {
  const given = process.argv.slice(2);
  // A key id can begin with a hyphen.
  const revoked = given[0] === "--revoke" && given.length === 2 ? given[1] : undefined;
  const named = given.filter((argument) => argument !== "--now");
  const isKnown = (name: string) => (signingAlgorithms as readonly string[]).includes(name);
  if (revoked === undefined && !named.every(isKnown)) throw new Error(usage);
  const container = await buildContainer(
    { ...readConfig(), SEED: "none", LOG_LEVEL: "error" },
    { workers: false },
  );
  const actor = {
    scope: "platform",
    channel: "system",
    subject: systemSubject("Command line"),
    capabilities: platformAdministratorCapabilities,
    request: { ip: null, requestId: null },
  } as const;
  try {
    if (revoked !== undefined) {
      const { kid, algorithm, successor } = await container.execute(actor, revokeSigningKey, {
        kid: revoked,
      });
      console.log(`${algorithm}: the key ${kid} is revoked${successor ? `; ${successor} signs` : ""}.`);
      return;
    }
    const when = given.includes("--now") ? "now" : "planned";
    for (const algorithm of named.length > 0 ? named : signingAlgorithms) {
      const { kid, signsFrom } = await container.execute(actor, rotateSigningKey, { algorithm, when });
      console.log(`${algorithm}: the key ${kid} signs from ${signsFrom} on.`);
    }
  } finally {
    await container.close();
  }
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(1);
});
