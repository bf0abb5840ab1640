import { listIdentitiesOfUser, unlinkIdentity } from "@/server/domain/federation/identities";
import {
  addProviderKey,
  listProviderKeys,
  removeProviderKey,
  useProviderKey,
} from "@/server/domain/federation/provider-keys";
import {
  createProvider,
  deleteProvider,
  getProvider,
  listProviders,
  setProviderEnabled,
  testProvider,
  updateProvider,
} from "@/server/domain/federation/providers";
import { read, router, write } from "../init";

export const federationRouter = router({
  providers: read(listProviders),
  provider: read(getProvider),
  create: write(createProvider),
  update: write(updateProvider),
  setEnabled: write(setProviderEnabled),
  remove: write(deleteProvider),
  test: write(testProvider),
  keys: read(listProviderKeys),
  addKey: write(addProviderKey),
  useKey: write(useProviderKey),
  removeKey: write(removeProviderKey),
  ofUser: read(listIdentitiesOfUser),
  unlink: write(unlinkIdentity),
});
