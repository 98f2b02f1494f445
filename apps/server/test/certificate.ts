import { generateKeyPairSync, randomUUID, sign } from "node:crypto";

/** A key and the certificate that it signed for itself, as PEM. */
export interface OwnCertificate {
  key: string;
  cert: string;
}

/** One value of ASN.1: its tag, its length and its bytes. */
function value(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => value(0x30, ...parts);
const oid = (hex: string): Buffer => value(0x06, Buffer.from(hex, "hex"));
const date = (at: Date): Buffer =>
  value(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`));
const hourMs = 3_600_000;

const keyPairs = {
  ec: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  rsa: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  weak: () => generateKeyPairSync("rsa", { modulusLength: 1024 }),
};
const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const rsaWithSha256 = sequence(oid("2a864886f70d01010b"), value(0x05));

/** A certificate of an address of this machine for an hour or so: nothing on the machine has to make one. */
export function makeCertificate(
  address = [127, 0, 0, 1],
  { key: kind = "ec", ends = Date.now() + hourMs }: { key?: keyof typeof keyPairs; ends?: number } = {},
): OwnCertificate {
  const { privateKey, publicKey } = keyPairs[kind]();
  const made = kind === "ec" ? ecdsaWithSha256 : rsaWithSha256;
  // of two certificates with one name, a client that trusts both looks at one
  const name = sequence(value(0x31, sequence(oid("550403"), value(0x0c, Buffer.from(`Test ${randomUUID()}`)))));
  const names = sequence(value(0x87, Buffer.from(address)));
  const extensions = value(0xa3, sequence(sequence(oid("551d11"), value(0x04, names))));
  const signed = sequence(
    value(0xa0, value(0x02, Buffer.from([2]))),
    value(0x02, Buffer.from([1])),
    made,
    name,
    sequence(date(new Date(Date.now() - 2 * hourMs)), date(new Date(ends))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    extensions,
  );
  const der = sequence(signed, made, value(0x03, Buffer.from([0]), sign("sha256", signed, privateKey)));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}
