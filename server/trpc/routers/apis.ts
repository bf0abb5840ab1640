import {
  createApi,
  deleteApi,
  getApi,
  listApis,
  rotateApiSecret,
  updateApi,
} from "@/server/domain/apis/apis";
import { listApiApps, previewApiLoss, removeApiApp, setApiApp } from "@/server/domain/apis/api-apps";
import { listApiRoles, setApiRole } from "@/server/domain/apis/api-roles";
import { createApiScope, deleteApiScope, listApiScopes, updateApiScope } from "@/server/domain/apis/scopes";
import { read, router, write } from "../init";

export const apisRouter = router({
  list: read(listApis),
  get: read(getApi),
  create: write(createApi),
  update: write(updateApi),
  remove: write(deleteApi),
  loss: read(previewApiLoss),
  rotateSecret: write(rotateApiSecret),
  scopes: router({
    list: read(listApiScopes),
    create: write(createApiScope),
    update: write(updateApiScope),
    remove: write(deleteApiScope),
  }),
  apps: router({ list: read(listApiApps), set: write(setApiApp), remove: write(removeApiApp) }),
  roles: router({ list: read(listApiRoles), set: write(setApiRole) }),
});
