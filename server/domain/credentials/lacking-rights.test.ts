import fc from "fast-check";
import * as z from "zod";
import { describe, expect, it } from "vitest";
import {
  administratorCapabilities,
  tenantCapabilityNames,
  type Capability,
} from "@/server/kernel/capabilities";
import type { Operation } from "@/server/kernel/operation/operation";
import { authorize } from "@/server/kernel/operation/execute";
import { platformActor, refusal, tenantActor } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { createScimToken } from "../scim-tokens/scim-tokens";
import { createCredential, rotateCredential, updateCredentialCapabilities } from "./credentials";

/*
 * Each capability permits only the operations that require the capability. Actors cannot grant capabilities that they lack. No
 * input can mark a value as verified.
 */

const modules = import.meta.glob<Record<string, unknown>>(
  ["../**/*.ts", "../../platform/**/*.ts", "!../**/*.test.ts", "!../../platform/**/*.test.ts"],
  { eager: true },
);
const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "capability" in value && "run" in value && "kind" in value;
const operations = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Operation] => isOperation(entry[1]));

const allCapabilities = [...new Set(operations.flatMap(([, { capability }]) => capability ?? []))];

/** Returns every field name in a schema, at any depth. */
function fieldNames(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema as { def?: Record<string, unknown> };
  if (def === undefined) return [];
  const shape: [string, unknown][] = schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
  const inner = Object.values(def).flatMap((part) => (Array.isArray(part) ? (part as unknown[]) : [part]));
  return [
    ...shape.map(([name]) => name),
    ...[...shape.map(([, part]) => part), ...inner].flatMap((part) => fieldNames(part, seen)),
  ];
}

describe("the input of an operation", () => {
  it.each(operations)(
    "attack: %s is run with all other capabilities, and with those of the other scope",
    (_name, operation) => {
      const { capability, scope } = operation;
      const by = (held: Capability[]) =>
        scope === "tenant" ? tenantActor(1, { capabilities: held }) : platformActor(new Set(held));
      const others = allCapabilities.filter((name) => name !== capability);
      if (capability !== null) {
        expect(() => authorize(by(others), operation)).toThrow(
          expect.objectContaining(refusal(403)) as Error,
        );
        expect(() => authorize(by([capability]), operation)).not.toThrow();
      }
      const otherSide = scope === "tenant" ? platformActor(new Set(allCapabilities)) : tenantActor(1);
      expect(() => authorize(otherSide, operation)).toThrow(expect.objectContaining(refusal(403)) as Error);
    },
  );

  /** Operations whose input comes from an identity provider. Only the server's own code calls these operations. */
  const outsideWord = new Set(["admitOutsideIdentity"]);

  it.each(operations.filter(([name]) => !outsideWord.has(name)))(
    "attack: the input of %s marks a value as verified",
    (_name, { input }) => {
      const provingFields = fieldNames(input).filter((name) => /verified|proven|vouched/i.test(name));
      expect(provingFields).toEqual([]);
    },
  );

  it("finds fields in every schema, including nested ones", () => {
    const nested = z.strictObject({ a: z.array(z.object({ emailVerifiedAt: z.string() })).optional() });
    expect(fieldNames(nested)).toContain("emailVerifiedAt");
  });

  const words = [
    "emailVerified",
    "emailVerifiedAt",
    "email_verified",
    "phoneVerifiedAt",
    "verified",
    "verifiedAt",
  ];
  const strict = operations.filter(([name]) => !outsideWord.has(name));
  it("attack: a field that marks a value as verified is added to any input", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...strict),
        fc.constantFrom(...words),
        fc.constantFrom<unknown>(true, "true", 1, "2026-01-01T00:00:00Z", null),
        ([, { input }], name, value) => {
          const result = input.safeParse({ [name]: value });
          // The schema either refuses the input or removes the field.
          expect(result.success && name in result.data).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe.each(databaseKinds)("granting more rights than one's own, on %s", (kind) => {
  const { test, another } = operationsOn(kind);
  const asAdmin = (t: number) => ({
    ...tenantActor(t, { as: { userId: 1, email: "admin@acme.example" } }),
    capabilities: administratorCapabilities.admin,
  });
  const lacking = tenantCapabilityNames.filter((name) => !administratorCapabilities.admin.has(name));

  it.each(lacking)("attack: an ordinary administrator creates a credential with %s", async (capability) => {
    const t = another();
    const made = test.run(asAdmin(t), createCredential, {
      name: "Up",
      capabilities: ["ManageUsers", capability],
    });
    await expect(made).rejects.toMatchObject(refusal(400, "capabilities"));
    const { credentialId } = await test.run(asAdmin(t), createCredential, {
      name: "Plain",
      capabilities: ["ManageUsers"],
    });
    const widened = { credentialId, capabilities: ["ManageUsers", capability] };
    await expect(test.run(asAdmin(t), updateCredentialCapabilities, widened)).rejects.toMatchObject(
      refusal(400, "capabilities"),
    );
    // An administrator with the role `admin` must not receive the secret of a credential with capabilities of an owner.
    await test.run(
      { ...asAdmin(t), capabilities: administratorCapabilities.owner },
      updateCredentialCapabilities,
      widened,
    );
    await expect(test.run(asAdmin(t), rotateCredential, { credentialId })).rejects.toMatchObject(
      refusal(403),
    );
  });

  it.each(["ManageUsers", "ManageRoles"] as const)(
    "attack: a SCIM token is created without %s",
    async (missing) => {
      const t = another();
      const held = new Set([...administratorCapabilities.admin].filter((name) => name !== missing));
      const by = { ...asAdmin(t), capabilities: held };
      await expect(test.run(by, createScimToken, { name: "Directory" })).rejects.toMatchObject(refusal(403));
    },
  );
});
