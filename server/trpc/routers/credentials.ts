import {
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
  updateCredentialCapabilities,
} from "@/server/domain/credentials/credentials";
import { getCredentialUsage } from "@/server/domain/credentials/usage";
import { read, router, write } from "../init";

export const credentialsRouter = router({
  list: read(listCredentials),
  usage: read(getCredentialUsage),
  create: write(createCredential),
  setCapabilities: write(updateCredentialCapabilities),
  rotate: write(rotateCredential),
  revoke: write(revokeCredential),
});
