import { getAppAccessLists, previewAccessChange, previewUntag } from "@/server/domain/apps/access-lists";
import {
  excludeFromApp,
  grantAppToTag,
  grantAppToUser,
  releaseExclusion,
  revokeAppFromTag,
  revokeAppFromUser,
  setAppRestricted,
} from "@/server/domain/apps/app-access";
import { createApp, listApps, rotateAppSecret, updateApp } from "@/server/domain/apps/apps";
import {
  getAppDetail,
  listAppPeople,
  listAppRows,
  setAppLogoutUris,
  setAppProtocol,
} from "@/server/domain/apps/console";
import { explainAccess } from "@/server/domain/access-explanation/explain";
import { createMachineApp, setAppOwnScopes, setAppServiceAccount } from "@/server/domain/apps/machine";
import { getAppAuthentication, setAppAuthentication } from "@/server/domain/apps/client-authentication";
import { setAppOrigins } from "@/server/domain/apps/origins";
import { deleteApp, previewAppRemoval } from "@/server/domain/apps/removal";
import { addAppSecret, listAppSecrets, removeAppSecret } from "@/server/domain/apps/secrets";
import { createAppRole, deleteAppRole, listAppRoles, updateAppRole } from "@/server/domain/roles/app-roles";
import { listAppRoleRows } from "@/server/domain/roles/console";
import { read, router, write } from "../init";

export const appsRouter = router({
  list: read(listApps),
  rows: read(listAppRows),
  detail: read(getAppDetail),
  people: read(listAppPeople),
  create: write(createApp),
  createMachine: write(createMachineApp),
  setServiceAccount: write(setAppServiceAccount),
  setOwnScopes: write(setAppOwnScopes),
  update: write(updateApp),
  setOrigins: write(setAppOrigins),
  setLogoutUris: write(setAppLogoutUris),
  setProtocol: write(setAppProtocol),
  remove: write(deleteApp),
  removal: read(previewAppRemoval),
  rotateSecret: write(rotateAppSecret),
  authentication: read(getAppAuthentication),
  setAuthentication: write(setAppAuthentication),
  secrets: read(listAppSecrets),
  addSecret: write(addAppSecret),
  removeSecret: write(removeAppSecret),
  roles: router({
    list: read(listAppRoles),
    rows: read(listAppRoleRows),
    create: write(createAppRole),
    update: write(updateAppRole),
    remove: write(deleteAppRole),
  }),
  access: router({
    lists: read(getAppAccessLists),
    preview: read(previewAccessChange),
    previewUntag: read(previewUntag),
    explain: read(explainAccess),
    restrict: write(setAppRestricted),
    grantUser: write(grantAppToUser),
    revokeUser: write(revokeAppFromUser),
    grantTag: write(grantAppToTag),
    revokeTag: write(revokeAppFromTag),
    exclude: write(excludeFromApp),
    release: write(releaseExclusion),
  }),
});
