import { approveDevice, deleteDevice, denyDevice, listDevices } from "@/server/domain/devices/devices";
import { DELETE, GET, group, POST } from "../endpoint";

export const deviceEndpoints = group("Registered devices", "/api/v1", [
  GET("/users/{userId}/devices", listDevices),
  POST("/users/{userId}/devices/{deviceId}/approve", approveDevice),
  POST("/users/{userId}/devices/{deviceId}/deny", denyDevice),
  DELETE("/users/{userId}/devices/{deviceId}", deleteDevice),
]);
