import * as L from "leaflet";
import "leaflet/dist/leaflet.css";

L.Icon.Default.imagePath = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7#";
document.body.innerHTML = `<h1>Harbours</h1><div id="map" style="height:400px;width:700px"></div>`;
const map = L.map("map").setView([51.505, -0.09], 13);
const base = { Streets: L.layerGroup(), Satellite: L.layerGroup() };
base.Streets.addTo(map);
L.control.layers(base, { Marinas: L.layerGroup() }, { collapsed: false }).addTo(map);
const dot = L.divIcon({ className: "dot", html: "●" });
L.marker([51.5, -0.09], { title: "North pier", alt: "North pier", icon: dot })
  .addTo(map)
  .bindPopup("<b>North pier</b><br>12 berths free");
L.control.scale().addTo(map);
