import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { Attribute, Change, Client } from "ldapts";

const SLAPD = "/usr/sbin/slapd";

/** True if OpenLDAP's server is installed (Debian: slapd). */
export const slapdInstalled = existsSync(SLAPD);

export interface Directory {
  url: string;
  /** The authority of its certificate for StartTLS: the certificate itself. */
  caCertificate: string;
  /** Replaces attributes of the person with this common name. Removes an attribute without values. */
  change(commonName: string, attributes: Record<string, string[]>): Promise<void>;
  close(): Promise<void>;
}

export const directoryRoot = "dc=example,dc=org";
export const searchAccount = { dn: `cn=search,${directoryRoot}`, password: "search-password" };
const rootAccount = { dn: `cn=root,${directoryRoot}`, password: "root-password" };

/** Users of the directory. Each has the password "secret of <uid>". */
const people = [
  { uid: "ada", cn: "Ada Lovelace", givenName: "Ada", sn: "Lovelace", mail: "ada@example.org" },
  { uid: "grace", cn: "Grace Hopper", givenName: "Grace", sn: "Hopper", mail: "grace@example.org" },
  { uid: "alan", cn: "Alan Turing", givenName: "Alan", sn: "Turing", mail: "alan@example.org" },
  { uid: "o*(brien)\\", cn: "Odd Name", givenName: "Odd", sn: "Name", mail: "odd@example.org" },
];

const escapeDn = (value: string) => value.replace(/([,\\#+<>;"=()*])/g, "\\$1");

const ldif = () =>
  [
    `dn: ${directoryRoot}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example`,
    `dn: ${searchAccount.dn}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: search\nuserPassword: ${searchAccount.password}`,
    `dn: ou=people,${directoryRoot}\nobjectClass: organizationalUnit\nou: people`,
    ...people.map(
      (person) =>
        `dn: cn=${escapeDn(person.cn)},ou=people,${directoryRoot}\nobjectClass: inetOrgPerson\n` +
        Object.entries({ ...person, displayName: person.cn })
          .map(([name, value]) => `${name}: ${value}`)
          .join("\n") +
        `\nuserPassword: secret of ${person.uid}`,
    ),
  ].join("\n\n") + "\n";

/** Starts an LDAP directory in a new folder. `close` stops it. */
export async function startSlapd(): Promise<Directory> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "castellan-slapd-"));
  const data = path.join(folder, "data");
  mkdirSync(data);
  const file = (name: string) => path.join(folder, name);
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"].concat(
      ["-keyout", file("key.pem"), "-out", file("cert.pem"), "-subj", "/CN=localhost"],
      ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
    ),
    { stdio: "ignore" },
  );
  writeFileSync(
    file("slapd.conf"),
    [
      ...["core", "cosine", "inetorgperson"].map((name) => `include /etc/ldap/schema/${name}.schema`),
      "modulepath /usr/lib/ldap",
      "moduleload back_mdb",
      `pidfile ${file("slapd.pid")}`,
      `TLSCertificateFile ${file("cert.pem")}`,
      `TLSCertificateKeyFile ${file("key.pem")}`,
      "access to attrs=userPassword by anonymous auth by * none",
      `access to * by dn.exact="${searchAccount.dn}" read by * none`,
      "database mdb",
      `suffix "${directoryRoot}"`,
      `rootdn "${rootAccount.dn}"`,
      `rootpw ${rootAccount.password}`,
      `directory ${data}`,
      "",
    ].join("\n"),
  );
  writeFileSync(file("people.ldif"), ldif());
  execFileSync("/usr/sbin/slapadd", ["-f", file("slapd.conf"), "-l", file("people.ldif")], { stdio: "pipe" });
  const port = await freePort();
  const server = spawn(SLAPD, ["-f", file("slapd.conf"), "-h", `ldap://127.0.0.1:${port}`, "-d", "0"], {
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  for (let tries = 0; ; tries++) {
    const client = new Client({ url: `ldap://127.0.0.1:${port}`, connectTimeout: 1_000, timeout: 1_000 });
    try {
      await client.bind(searchAccount.dn, searchAccount.password);
      await client.unbind();
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const url = `ldap://127.0.0.1:${port}`;
  return {
    url,
    caCertificate: readFileSync(file("cert.pem"), "utf8"),
    change: async (commonName, attributes) => {
      const client = new Client({ url });
      await client.bind(rootAccount.dn, rootAccount.password);
      const changes = Object.entries(attributes).map(
        ([type, values]) =>
          new Change({ operation: "replace", modification: new Attribute({ type, values }) }),
      );
      await client.modify(`cn=${escapeDn(commonName)},ou=people,${directoryRoot}`, changes);
      await client.unbind();
    },
    close: async () => {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
