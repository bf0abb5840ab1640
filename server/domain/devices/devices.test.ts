import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aUser } from "@/server/testing/factories";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { approveDevice, listAllDevices, listPendingDevices } from "./devices";

describe.each(databaseKinds)("all users' devices on %s", (kind) => {
  let test: TestOperations;
  let ann: number;
  let bob: number;
  let serial = 0;
  const device = (tenantId: number, userId: number, status: "registered" | "pending" | "denied") =>
    test.write(tenantId, (tx) =>
      tx.devices.insert({ userId, tokenHash: `hash-${++serial}`, label: `Device ${serial}`, status }),
    );
  const list = (input: object = {}) => test.run(1, listAllDevices, input);
  const labels = async (input: object) => (await list(input)).devices.map(({ label }) => label);

  beforeAll(async () => {
    test = await testOperations(kind);
    ann = (await aUser(test, 1, { name: "Ann" })).id;
    bob = (await aUser(test, 1, { name: null, email: "bob@example.com" })).id;
    await device(1, ann, "registered");
    await device(1, bob, "pending");
    await device(1, bob, "denied");
    await device(1, ann, "pending");
    await device(2, (await aUser(test, 2)).id, "pending");
  });
  afterAll(() => test.close());

  it("are listed with their users, newest first, of this tenant only", async () => {
    const { devices, nextCursor } = await list();
    expect(devices.map(({ label, name, email }) => [label, name ?? email])).toEqual([
      ["Device 4", "Ann"],
      ["Device 3", "bob@example.com"],
      ["Device 2", "bob@example.com"],
      ["Device 1", "Ann"],
    ]);
    expect(nextCursor).toBeNull();
  });

  it("are filtered by state and by user", async () => {
    expect(await labels({ status: "pending" })).toEqual(["Device 4", "Device 2"]);
    expect(await labels({ userId: bob })).toEqual(["Device 3", "Device 2"]);
    expect(await labels({ userId: bob, status: "pending" })).toEqual(["Device 2"]);
    await expect(list({ status: "lost" })).rejects.toMatchObject(refusal(400, "status"));
  });

  it("are paged", async () => {
    const first = await list({ limit: 3 });
    expect(first.devices).toHaveLength(3);
    const second = await list({ limit: 3, cursor: first.nextCursor });
    expect(second.devices.map(({ label }) => label)).toEqual(["Device 1"]);
    expect(second.nextCursor).toBeNull();
  });

  it("leave the inbox after a decision, and are listed there oldest first", async () => {
    const waiting = await test.run(1, listPendingDevices, {});
    expect(waiting.map(({ label }) => label)).toEqual(["Device 2", "Device 4"]);
    const { userId, deviceId } = waiting[0]!;
    await test.run(1, approveDevice, { userId, deviceId });
    expect((await test.run(1, listPendingDevices, {})).map(({ label }) => label)).toEqual(["Device 4"]);
    expect((await test.events(1)).at(-1)).toMatchObject({
      action: "management_api.device_approved",
      related: `user:${bob}`,
    });
  });
});
