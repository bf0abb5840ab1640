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

export const userEndpoints = group("Users", "/api/v1", {
  listUsers: GET("/users", listUsers),
  createUser: POST("/users", createUser, { status: 201 }),
  getUser: GET("/users/{userId}", getUser),
  updateUser: PATCH("/users/{userId}", updateUser),
  suspendUser: DELETE("/users/{userId}", suspendUser),
  reactivateUser: POST("/users/{userId}/reactivate", reactivateUser),
  lockUser: POST("/users/{userId}/lock", lockUser),
  unlockUser: POST("/users/{userId}/unlock", unlockUser),
});
