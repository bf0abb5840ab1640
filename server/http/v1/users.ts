import { listUsersPage, getUserProfile } from "@/server/domain/users/console";
import { lockUser, unlockUser } from "@/server/domain/users/locks";
import {
  createUser,
  getUser,
  listUsers,
  reactivateUser,
  suspendUser,
  updateUser,
} from "@/server/domain/users/users";
import { DELETE, GET, group, PATCH, POST } from "../endpoint";

export const userEndpoints = group("Users", "/api/v1", [
  GET("/users", listUsers, { inConsole: listUsersPage }),
  POST("/users", createUser, { status: 201 }),
  GET("/users/{userId}", getUser, { inConsole: getUserProfile }),
  PATCH("/users/{userId}", updateUser),
  DELETE("/users/{userId}", suspendUser),
  POST("/users/{userId}/reactivate", reactivateUser),
  POST("/users/{userId}/lock", lockUser),
  POST("/users/{userId}/unlock", unlockUser),
]);
