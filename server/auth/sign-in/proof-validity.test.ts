import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addCodeFactor } from "@/server/domain/factors/kinds/codes";
import { makeRecoveryCodes, useRecoveryCode } from "@/server/domain/factors/kinds/recovery-codes";
import { aUser } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { stampOf, areProofsValid } from "./demands";
import type { Proof } from "./steps";

describe.each(databaseKinds)("a proof of a sign-in, on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const now = new Date("2026-03-14T09:30:00.000Z");
  const account = { passwordHash: "hash", email: "ann@acme.example", phone: "+49 30 1234567" };
  const ago = (minutes: number) => new Date(+now - minutes * 60_000).toISOString();
  const stands = (userId: number, ...proofs: Proof[]) =>
    test.stores.tenant(1).read((tx) => areProofsValid(tx, { userId, proofs }, account, now));

  it("is valid for half an hour, and as long as the password is unchanged", async () => {
    const { id } = await aUser(test, 1);
    const stamp = stampOf("hash");
    expect(await stands(id, { method: "password", at: ago(29), stamp })).toBe(true);
    expect(await stands(id, { method: "password", at: ago(30), stamp })).toBe(false);
    expect(await stands(id, { method: "password", at: ago(30) }, { method: "totp", at: ago(0) })).toBe(false);
    expect(await stands(id, { method: "password", at: ago(1), stamp: stampOf("another") })).toBe(false);
  });

  it("is valid as long as the factor exists; a used recovery code is valid until there are new ones", async () => {
    const { id } = await aUser(test, 1);
    const store = test.stores.tenant(1);
    const [code = ""] = await store.write((tx) => makeRecoveryCodes(tx, id, now));
    const factorId = (await store.write((tx) => useRecoveryCode(tx, { userId: id, code }, now)))!;
    const proof: Proof = { method: "recovery_code", at: ago(1), factorId };
    expect(await stands(id, proof)).toBe(true);
    expect(await stands((await aUser(test, 1)).id, proof), "somebody else's").toBe(false);
    await store.write((tx) => makeRecoveryCodes(tx, id, now));
    expect(await stands(id, proof)).toBe(false);
  });

  it("by a sent code is valid as long as a message would go to the same address or number", async () => {
    const { id } = await aUser(test, 1);
    const at = ago(1);
    expect(await stands(id, { method: "EmailOtp", at, address: "ANN@acme.example" })).toBe(true);
    expect(await stands(id, { method: "EmailOtp", at, address: "old@acme.example" })).toBe(false);
    expect(await stands(id, { method: "MagicLink", at })).toBe(false);
    expect(await stands(id, { method: "SmsOtp", at, address: account.phone })).toBe(true);
    expect(await stands(id, { method: "SmsOtp", at, address: "+49 30 7654321" })).toBe(false);
    const address = "kept@acme.example";
    const factorId = await test.stores
      .tenant(1)
      .write((tx) => addCodeFactor(tx, { userId: id, kind: "email", address }, now));
    expect(await stands(id, { method: "email", at, factorId, address })).toBe(true);
    expect(await stands(id, { method: "email", at, factorId, address: account.email })).toBe(false);
  });
});
