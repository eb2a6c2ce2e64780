  return "RANDOM";
