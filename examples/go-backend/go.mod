module backend

go 1.19

require counterfoil v1.0.0

replace counterfoil => ../../sdk/go
