import { describe, expect, it } from "vitest";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { administratorCapabilities, type Capability } from "@/server/kernel/capabilities";
import type { Operation } from "@/server/kernel/operation/operation";
import { personChanges, type PersonChange } from "@/server/kernel/operation/person-changes";
import { aUser } from "@/server/testing/factories";
import { refusal, tenantActor } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { personScenarios, type Place } from "@/server/testing/person-scenarios";
import { rightsPage, untouching } from "@/server/testing/rights-page";
import { databaseKinds } from "@/server/testing/stores";
import { scimCapabilities } from "../scim-tokens/scim-tokens";

/* Tests the rights of actors over users for every command of the domain (docs/rights.md). */

const modules = import.meta.glob<Record<string, unknown>>(["../**/*.ts", "!../**/*.test.ts"], {
  eager: true,
});

const isCommand = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "command";

const commands = new Map(
  Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Operation] => isCommand(entry[1])),
);
const touching = [...commands].filter(([, { touches }]) => touches.length > 0);

const harmless = untouching(commands);

const cases = touching.flatMap(([name, operation]) =>
  operation.touches.map((change) => [name, change, operation] as const),
);
const reserved = cases.filter(([, change]) => personChanges[change].reserved);
const open = cases.filter(([, change]) => !personChanges[change].reserved);

describe("the decision on rights over other users", () => {
  it("exists for every command: a new one declares its changes, or is listed with a reason", () => {
    const listedNames = Object.values(harmless).flat();
    expect(listedNames.filter((name) => !commands.has(name))).toEqual([]);
    expect([...touching.map(([name]) => name), ...listedNames].sort()).toEqual([...commands.keys()].sort());
  });

  it("includes a scenario for each change that a command declares", () => {
    const declared = Object.fromEntries(touching.map(([name, { touches }]) => [name, [...touches].sort()]));
    const shown = Object.fromEntries(
      Object.entries(personScenarios).map(([name, changes]) => [name, Object.keys(changes).sort()]),
    );
    expect(shown).toEqual(declared);
  });

  /** Generates docs/rights.md from the tables of rights. `npx vitest run administrators/rights -u` writes the file. */
  it("matches docs/rights.md", async () => {
    const names = (of: string[]) =>
      [...of]
        .sort()
        .map((name) => `\`${name}\``)
        .join(", ");
    const changes = Object.entries(personChanges).map(([name, { reserved: isReserved, what, because }]) => {
      const of = touching.filter(([, { touches }]) => touches.includes(name as PersonChange));
      const operations = names(of.map(([operation]) => operation));
      return `| \`${name}\` | ${what} | ${isReserved ? "yes" : "no"} | ${because} | ${operations} |`;
    });
    const others = Object.entries(harmless).map(([reason, of]) => `| ${reason} | ${names(of)} |`);
    const page = rightsPage.replace("{changes}", changes.join("\n")).replace("{others}", others.join("\n"));
    await expect(page).toMatchFileSnapshot("../../../docs/rights.md");
  });
});

describe.each(databaseKinds)("administrators and other users on %s", (kind) => {
  const { test, another } = operationsOn(kind);

  async function someone(t: number, role: "owner" | "admin" | null) {
    const user = await aUser(test, t, { emailVerifiedAt: new Date() });
    if (role) await test.write(t, (tx) => tx.administrators.insert({ userId: user.id, role }));
    return { id: user.id, email: user.email! };
  }

  /** Returns an administrator in the console who has just signed in with two factors. */
  async function signedIn(t: number, role: "owner" | "admin") {
    const { id: userId, email } = await someone(t, role);
    const { now: createdAt } = test.clock;
    const expiresAt = new Date(+createdAt + 3_600_000);
    const methods = ["password", "totp"];
    const { id: sessionId } = await test.write(t, (tx) =>
      tx.sessions.insert({ userId, methods, createdAt, expiresAt }),
    );
    return tenantActor(t, { as: { userId, email, sessionId } });
  }

  /** Returns actors who have the operation's capability but may not manage administrators. */
  function weaker(t: number, { capability }: Operation, admin: TenantActor, name: string) {
    const own = [capability, capability === "ManageTenantAdmins" ? "ManageUsers" : null].filter(
      (held): held is Capability => held !== null && held !== "ManageTenantAdmins",
    );
    const asAdmin: TenantActor = { ...admin, capabilities: administratorCapabilities.admin };
    const scim: TenantActor = {
      ...tenantActor(t),
      channel: "scim",
      subject: { kind: "scim_client", label: "directory", tokenId: 1 },
      capabilities: scimCapabilities,
    };
    // Only administrators in the console can begin and end acting as users. Other actors are therefore not tested.
    const actors = /ActAs$/.test(name) ? [asAdmin] : [asAdmin, tenantActor(t, { capabilities: own })];
    return capability !== null && scimCapabilities.has(capability) && !/ActAs$/.test(name)
      ? [...actors, scim]
      : actors;
  }

  async function outcomes(
    name: string,
    change: PersonChange,
    operation: Operation,
    role: Place["role"],
    by: "weaker" | "owner",
  ) {
    const t = another();
    const admin = await signedIn(t, "admin");
    const asOwner = await signedIn(t, "owner");
    const results = [];
    for (const actor of by === "owner" ? [asOwner] : weaker(t, operation, admin, name)) {
      const person = await someone(t, role);
      const input = await personScenarios[name]![change]!({ test, t, person, role, actor });
      results.push(
        await test.run(actor, operation, input).then(
          () => "done",
          (error: unknown) => error,
        ),
      );
    }
    return results;
  }

  it.each(reserved)(
    "attack: %s (%s) on an administrator and an owner by an actor without the right",
    async (...of) => {
      for (const role of ["admin", "owner"] as const)
        for (const outcome of await outcomes(...of, role, "weaker"))
          expect(outcome).toMatchObject(refusal(403));
    },
  );

  it.each(reserved)(
    "%s (%s) is open to an owner, and for ordinary users to every actor with the capability",
    async (...of) => {
      const [name, , { capability }] = of;
      if (name !== "removeAdministrator") {
        expect(await outcomes(...of, "admin", "owner")).toEqual(["done"]);
      }
      if (capability === "ManageTenantAdmins") return;
      for (const outcome of await outcomes(...of, null, "weaker")) expect(outcome).toBe("done");
    },
  );

  it.each(open)("%s (%s) on administrators and ordinary users needs no owner rights", async (...of) => {
    for (const role of [null, "owner"] as const)
      for (const outcome of await outcomes(...of, role, "weaker")) expect(outcome).toBe("done");
  });
});
