import {
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
  updateCredentialCapabilities,
} from "@/server/domain/credentials/credentials";
import { read, router, write } from "../init";

export const credentialsRouter = router({
  list: read(listCredentials),
  create: write(createCredential),
  setCapabilities: write(updateCredentialCapabilities),
  rotate: write(rotateCredential),
  revoke: write(revokeCredential),
});
