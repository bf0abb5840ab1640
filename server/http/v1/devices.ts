import { approveDevice, deleteDevice, denyDevice, listDevices } from "@/server/domain/devices/devices";
import { DELETE, GET, group, POST } from "../endpoint";

export const deviceEndpoints = group("Registered devices", "/api/v1", {
  listDevices: GET("/users/{userId}/devices", listDevices),
  approveDevice: POST("/users/{userId}/devices/{deviceId}/approve", approveDevice),
  denyDevice: POST("/users/{userId}/devices/{deviceId}/deny", denyDevice),
  deleteDevice: DELETE("/users/{userId}/devices/{deviceId}", deleteDevice),
});
