import { generateKeyPairSync } from "node:crypto";
import { readServiceAccount } from "../rbm/serviceAccount.ts";

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** The key file of a service account at Google, and the key that its signatures are checked with. */
export const keyFile = JSON.stringify({
  type: "service_account",
  client_email: "rbm@shop.iam.gserviceaccount.com",
  private_key: keys.privateKey.export({ type: "pkcs8", format: "pem" }),
  private_key_id: "k1",
  token_uri: "https://oauth2.example/token",
});
export const { publicKey } = keys;

/** The account that is read from it. */
export const account = (() => {
  const read = readServiceAccount(keyFile);
  if (read === null) throw new Error("the key file is not read");
  return read;
})();
