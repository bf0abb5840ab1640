import "reflect-metadata";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type Extension,
} from "@peculiar/x509";
import { webcrypto } from "node:crypto";

const DAY_MS = 86_400_000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);

interface CertificateOptions {
  dns?: string;
  /** Days from now until the certificate expires. */
  days?: number;
  /** Extended key usages, as object identifiers. */
  usages?: string[];
  ca?: boolean;
}

const extensionsOf = ({ dns, usages, ca = false }: CertificateOptions): Extension[] => [
  new BasicConstraintsExtension(ca),
  ...(dns === undefined ? [] : [new SubjectAlternativeNameExtension([{ type: "dns", value: dns }])]),
  ...(usages === undefined ? [] : [new ExtendedKeyUsageExtension(usages)]),
];

/** Creates an authority. Returns its certificate in PEM form, and a function that issues certificates. */
export async function createAuthority(name = "CN=Authority", own: CertificateOptions = { ca: true }) {
  const keys = await newKeys();
  const times = ({ days = 1 }: CertificateOptions) => ({
    notBefore: new Date(Date.now() - 2 * DAY_MS),
    notAfter: new Date(Date.now() + days * DAY_MS),
  });
  const certificate = await X509CertificateGenerator.createSelfSigned(
    { name, keys, ...times(own), signingAlgorithm: algorithm, extensions: extensionsOf(own) },
    webcrypto as Crypto,
  );
  /** Returns a certificate of this authority in PEM form. */
  const issue = async (subject: string, options: CertificateOptions = {}): Promise<string> => {
    const { publicKey } = await newKeys();
    const issued = await X509CertificateGenerator.create(
      {
        subject,
        issuer: certificate.subject,
        publicKey,
        signingKey: keys.privateKey,
        ...times(options),
        signingAlgorithm: algorithm,
        extensions: extensionsOf(options),
      },
      webcrypto as Crypto,
    );
    return issued.toString("pem");
  };
  return { pem: certificate.toString("pem"), issue };
}
