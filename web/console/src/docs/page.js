// Shows what the server says of its API. Nothing is asked of anybody else.
SwaggerUIBundle({
  url: "/api/openapi.json",
  domNode: document.getElementById("api"),
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  filter: true,
  deepLinking: true,
  persistAuthorization: false,
});
