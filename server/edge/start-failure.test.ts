import { createServer, type AddressInfo } from "node:net";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config";
import { startFailure } from "./start-failure";

const refusalOf = (environment: Record<string, string | undefined>) => {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return null;
};

describe("a start with a bad variable ends with one line that names it", () => {
  it.each([
    ["PORT", "abc"],
    ["PORT", "70000"],
    ["PORT", "80.5"],
    ["BASE_URL", "example.org"],
    ["BASE_URL", "https://x.example/?a"],
    ["BASE_URL", "https://x.example/#a"],
    ["BASE_URL", "https://x.example/below"],
    ["BASE_URL", "https://user:secret@x.example"],
    ["DNS_SERVERS", "foo:bar"],
    ["DNS_SERVERS", "1.1.1.1:99999"],
    ["DNS_SERVERS", "1.1.1.1:0"],
    ["DNS_SERVERS", "::1:99999"],
    ["DNS_SERVERS", "[1.1.1.1]:53"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATABASE_POOL", "0"],
    ["SORT_LANGUAGE", "de_DE'; drop"],
    ["PASSWORD_COST", "high"],
    ["PASSWORD_COST", "m=19456,t=1,p=1"],
    ["PASSWORD_COST", "m=4096,t=100,p=1"],
    ["PASSWORD_COST", "m=2000000,t=2,p=1"],
    ["PASSWORD_COST", "m=19456,t=2,p=0"],
    ["SEED", "everything"],
    ["ENCRYPTION_KEY", "short"],
    ["WEBHOOK_RETRY_SCALE", "-1"],
    ["SMTP_URL", "https://mail.example"],
  ])("%s=%s", (name, value) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal).toMatch(new RegExp(`^Configuration: ${name}: must be [^\\n]+$`));
    expect(refusal).not.toContain("secret");
  });

  it.each([
    { BASE_URL: "https://x.example/" },
    { BASE_URL: "http://[::1]:3000" },
    { DNS_SERVERS: "127.0.0.1:5353, [::1]:53, 10.0.0.1, 2001:db8::1, [::1]" },
    { PASSWORD_COST: "m=65536,t=4,p=1" },
    { PASSWORD_COST: "m=7168,t=5,p=1" },
    { PORT: "0" },
    { PORT: "" },
  ])("%j does not fail", (environment) => expect(refusalOf(environment)).toBeNull());

  const listening = (host: string, port = 0) =>
    new Promise((_resolve, reject) => createServer().once("error", reject).listen(port, host));
  it.each(["999.1.1.1", "192.0.2.1"])("HOST=%s", async (HOST) => {
    const error: unknown = await listening(HOST).catch((reason: unknown) => reason);
    expect(startFailure(error, { HOST })).toBe(`Configuration: HOST: ${HOST} is no address of this machine.`);
  });

  it("PORT of a port that is in use, also if PORT is empty", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    const error: unknown = await listening("127.0.0.1", port).catch((reason: unknown) => reason);
    expect(startFailure(error, { PORT: "" })).toBe(`Port ${port} is in use. Set PORT to another one.`);
    taken.close();
  });

  it("DATABASE_URL of a server that does not exist", async () => {
    const DATABASE_URL = "postgres://localhost:9/castellan";
    const sql = postgres(DATABASE_URL, { connect_timeout: 2 });
    const cause: unknown = await sql`select 1`.catch((reason: unknown) => reason);
    const error = new Error("Failed query", { cause });
    expect(startFailure(error, { DATABASE_URL })).toMatch(/^Configuration: DATABASE_URL: [^\n]*ECONNREFUSED/);
    expect(startFailure(error, {})).toBeNull();
    await sql.end();
  });

  it("prints one line if the disk has too little free space", () => {
    const message = "The file system of .data has 3 MB of free space. The database needs 32 MB to start.";
    expect(startFailure(new Error(message), {})).toBe(message);
  });

  it("prints the whole error if no variable can solve it", () => {
    expect(startFailure(new TypeError("x is not a function"), {})).toBeNull();
  });
});
