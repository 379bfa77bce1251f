module backend

go 1.19

require example.com/counterfoil v1.0.0

replace example.com/counterfoil => ../../sdk/go
